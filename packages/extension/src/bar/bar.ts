/**
 * The floating bar in the page from which recording was started: countdown, controls, pen and names of paragraphs. It
 * shows the state that the recorder sends and keeps none of its own, because navigating removes it.
 */
import { browser } from 'wxt/browser'
import { paragraphLimits } from '@knowreel/shared/video/paragraph/paragraph-limits.ts'
import { toClock } from '@knowreel/shared/video/clock.ts'
import type { HostCommand, HostState, WorkerMessage } from '../messages.ts'
import * as texts from '../texts.ts'
import { createBubble } from './bubble.ts'
import { draggable } from './draggable.ts'
import { element, icon } from './element.ts'
import { watchPage } from './page-events.ts'
import { createPen, penColours, type PenColour } from './pen.ts'
import { styles } from './styles.ts'

const quietMs = 3000
const nameMs = 4000
/** Distance from the lower edge within which the pointer brings the bar back. */
const wakingDistance = 160
/** How often the recorder is asked for its state, and after how many answers that fail it counts as ended. */
const askMs = 2000
const maxMissed = 3

/** Null: the recorder does not answer. After a crash of the extension, even asking throws. */
async function send(command: HostCommand): Promise<HostState | null> {
  try {
    return await browser.runtime.sendMessage<WorkerMessage, HostState | null>({
      to: 'worker',
      type: 'command',
      command,
    })
  } catch {
    return null
  }
}

export function openBar(onClosed: () => void): { show: (state: HostState) => void } {
  const host = document.createElement('knowreel-recorder')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  const layer = element('div', { class: 'layer' })
  root.append(layer)
  // Typing here must not reach the shortcuts of the page.
  for (const type of ['keydown', 'keyup', 'keypress', 'input'] as const)
    host.addEventListener(type, (event) => event.stopPropagation())

  let state: HostState | null = null
  let shownAt = 0
  const ending = new AbortController()
  const pen = createPen(layer)
  const bubble = createBubble(layer)
  const page = watchPage(layer, {
    isRecording: () => state?.phase === 'recording',
    onHint: (hint) => void send({ type: 'hint', hint }),
    signal: ending.signal,
  })
  const elapsed = () =>
    (state?.elapsed ?? 0) + (state?.phase === 'recording' ? Math.max(0, performance.now() - shownAt) : 0)

  /* The bar. */
  const tool = (name: Parameters<typeof icon>[0], label: string, onClick: () => void) =>
    element('button', { type: 'button', class: 'tool', 'aria-label': label, title: label, click: onClick }, icon(name))
  const time = document.createTextNode('0:00')
  const stop = element('button', { type: 'button', class: 'stop', click: () => void send({ type: 'stop' }) })
  stop.append(time)
  const pause = tool('pause', texts.pause, () => void send({ type: state?.phase === 'paused' ? 'resume' : 'pause' }))
  const penButton = tool('pen', texts.pen, () => turnPen(!pen.isOn()))
  const clicksButton = tool('clicks', texts.clickHighlights, () => {
    page.showClicks(!page.areClicksShown())
    clicksButton.setAttribute('aria-pressed', String(page.areClicksShown()))
  })
  clicksButton.setAttribute('aria-pressed', 'true')
  const cameraButton = tool('camera', texts.cameraBubble, () => {
    bubble.hide(bubble.isShown())
    cameraButton.setAttribute('aria-pressed', String(bubble.isShown()))
  })
  cameraButton.setAttribute('aria-pressed', 'true')
  penButton.setAttribute('aria-pressed', 'false')
  const grip = element(
    'span',
    { class: 'grip', role: 'button', tabindex: '0', 'aria-label': texts.moveBar, title: texts.moveBar },
    icon('grip'),
  )
  const line = () => element('i', { class: 'line' })
  const mark = element(
    'button',
    { type: 'button', title: texts.newParagraph, click: () => void send({ type: 'mark', title: '' }) },
    icon('paragraph'),
    element('span', { class: 'words' }, texts.newParagraph),
  )
  const bar = element(
    'section',
    { class: 'bar', 'aria-label': texts.recorder, hidden: true },
    grip,
    stop,
    pause,
    tool('restart', texts.restart, () => ask('restart')),
    tool('trash', texts.discard, () => ask('discard')),
    line(),
    penButton,
    clicksButton,
    cameraButton,
    line(),
    mark,
  )
  draggable(bar, grip)
  const count = element('div', { class: 'count', role: 'dialog', hidden: true })
  layer.append(count, bar)
  const { open: openPop, close: closePop } = createPop(layer)
  const turnPen = (isOn: boolean) => {
    pen.turn(isOn)
    penButton.setAttribute('aria-pressed', String(isOn))
    if (!isOn) return closePop()
    const colours = (Object.keys(penColours) as PenColour[]).map((colour) => {
      const dot = element('i')
      dot.style.setProperty('--colour', penColours[colour])
      return element(
        'button',
        {
          type: 'button',
          class: 'colour',
          role: 'radio',
          'aria-label': texts.penColours[colour],
          'aria-checked': String(pen.colour() === colour),
          click: () => {
            pen.choose(colour)
            turnPen(true)
          },
        },
        dot,
      )
    })
    openPop(
      'radiogroup',
      texts.pen,
      ...colours,
      line(),
      element('button', { type: 'button', click: () => pen.clear() }, texts.clear),
    )
  }
  const ask = (command: 'restart' | 'discard') => {
    turnPen(false)
    const isDiscard = command === 'discard'
    const label = isDiscard ? texts.discard : texts.restart
    const keep = element('button', { type: 'button', click: closePop }, texts.keepRecording)
    openPop(
      'alertdialog',
      label,
      element('p', {}, isDiscard ? texts.discardQuestion : texts.restartQuestion),
      element(
        'button',
        {
          type: 'button',
          class: 'danger',
          click: () => {
            closePop()
            void send({ type: command })
          },
        },
        label,
      ),
      keep,
    )
    keep.focus()
  }
  const askName = () => {
    turnPen(false)
    let timer = setTimeout(closePop, nameMs)
    const close = () => {
      clearTimeout(timer)
      closePop()
    }
    const field = element('input', {
      'aria-label': texts.nameOfTheParagraph,
      placeholder: texts.nameOfTheParagraph,
      maxlength: String(paragraphLimits.title),
      input: () => {
        clearTimeout(timer)
        timer = setTimeout(close, nameMs)
        void send({ type: 'nameMark', title: field.value })
      },
      keydown: (event) => {
        const { key } = event as KeyboardEvent
        if (key === 'Enter' || key === 'Escape') close()
      },
    })
    openPop('group', texts.nameOfTheParagraph, element('span', { class: 'at' }, toClock(elapsed())), field)
    field.focus()
  }

  /* The bar hides while nobody needs it, because a recorded tab shows it too. */
  let quiet = setTimeout(() => undefined)
  const wake = () => {
    clearTimeout(quiet)
    bar.toggleAttribute('data-quiet', false)
    quiet = setTimeout(() => bar.toggleAttribute('data-quiet', state?.phase === 'recording'), quietMs)
  }
  window.addEventListener(
    'pointermove',
    ({ clientY }) => {
      if (innerHeight - clientY < wakingDistance) wake()
    },
    { signal: ending.signal, passive: true },
  )

  const timer = setInterval(() => {
    time.data = toClock(elapsed())
    stop.setAttribute('aria-label', texts.stopAt(time.data))
  }, 250)
  /* A recorder that has crashed reports nothing. */
  let missed = 0
  const checkRecorder = async () => {
    const answer = await send({ type: 'getState' })
    missed = answer === null ? missed + 1 : 0
    if (ending.signal.aborted) return
    if (answer !== null) show(answer)
    else if (missed >= maxMissed) showInterrupted(null)
  }
  const asking = setInterval(() => void checkRecorder(), askMs)
  const showInterrupted = (recordingId: string | null) => {
    clearInterval(asking)
    bar.hidden = count.hidden = true
    pen.turn(false)
    bubble.show(null)
    const finish = () => {
      if (recordingId !== null) void send({ type: 'finish', id: recordingId })
      close()
    }
    openPop(
      'alertdialog',
      texts.recording,
      element('p', {}, recordingId === null ? texts.recorderCrashed : texts.interruptedAndKept),
      ...(recordingId === null ? [] : [element('button', { type: 'button', click: finish }, texts.finish)]),
      element('button', { type: 'button', click: () => close() }, texts.later),
    )
  }
  const close = () => {
    clearInterval(timer)
    clearInterval(asking)
    clearTimeout(quiet)
    ending.abort()
    host.remove()
    onClosed()
  }

  const showCount = (seconds: number) => {
    const isOpen = !count.hidden
    count.hidden = false
    count.setAttribute('aria-label', texts.startsIn(seconds))
    const digit = element('b', { 'aria-hidden': 'true' }, String(seconds))
    if (isOpen) return count.firstChild?.replaceWith(digit)
    const start = element('button', { type: 'button', click: () => void send({ type: 'startNow' }) }, texts.startNow)
    const cancel = element('button', { type: 'button', click: () => void send({ type: 'discard' }) }, texts.cancel)
    count.replaceChildren(digit, element('div', {}, start, cancel))
    count.onkeydown = ({ key, isTrusted }) => {
      if (isTrusted && key === 'Escape') void send({ type: 'discard' })
    }
    start.focus()
  }

  const show = (next: HostState) => {
    const before = state
    const wasRecording = before?.phase === 'recording' || before?.phase === 'paused'
    const lost = next.uploads.find(({ id, isUnfinished }) => isUnfinished && id === before?.recordingId)
    if (wasRecording && lost !== undefined) return showInterrupted(lost.id)
    state = next
    shownAt = performance.now()
    if (next.phase === 'countingDown' && next.countdown !== null) showCount(next.countdown)
    else count.hidden = true
    bubble.show(next.bubble)
    const isRecording = next.phase === 'recording' || next.phase === 'paused'
    if (isRecording && (before === null || before.phase === 'countingDown')) page.navigated()
    bar.hidden = !isRecording
    mark.hidden = next.isInserted
    cameraButton.hidden = next.bubble === null
    if (isRecording && before !== null && next.marks > before.marks && before.recordingId === next.recordingId)
      askName()
    const isPaused = next.phase === 'paused'
    stop.toggleAttribute('data-paused', isPaused)
    pause.replaceChildren(icon(isPaused ? 'play' : 'pause'))
    pause.setAttribute('aria-label', isPaused ? texts.resume : texts.pause)
    pause.title = isPaused ? texts.resume : texts.pause
    if (next.phase !== before?.phase) wake()
    if (next.notice !== null && before?.notice !== next.notice)
      openPop('alert', texts.recording, element('p', { class: 'warning' }, texts.notices[next.notice]))
    else if (next.notice === null && before !== null && before.notice !== null) closePop()
    if (!['asking', 'countingDown', 'recording', 'paused'].includes(next.phase)) close()
  }
  // An extension that was reloaded leaves its last bar behind.
  document.querySelector(host.localName)?.remove()
  document.documentElement.append(host)
  return { show }
}

/** The small panel above the bar: a question, the colours of the pen, the name of a paragraph. */
function createPop(layer: HTMLElement) {
  const pop = element('div', { class: 'pop', hidden: true })
  layer.append(pop)
  const close = () => {
    pop.hidden = true
    pop.replaceChildren()
    pop.removeAttribute('role')
    pop.removeAttribute('aria-label')
  }
  const open = (role: string, label: string, ...children: (Node | string)[]) => {
    close()
    pop.setAttribute('role', role)
    pop.setAttribute('aria-label', label)
    pop.append(...children)
    pop.hidden = false
  }
  return { open, close }
}
