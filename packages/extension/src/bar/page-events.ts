/** Events of the recorded page: clicks and navigations, and the circle around a click. */
import { hintAddress, hintLimits } from '@knowreel/shared/video/hint-address.ts'
import type { HostCommand } from '../messages.ts'
import { element } from './element.ts'
import { hintTitle } from './hint-title.ts'

type Hint = Extract<HostCommand, { type: 'hint' }>['hint']

const circleMs = 600

export function watchPage(
  layer: HTMLElement,
  { isRecording, onHint, signal }: { isRecording: () => boolean; onHint: (hint: Hint) => void; signal: AbortSignal },
) {
  let areClicksShown = true
  const navigated = () => {
    const title = document.title.replaceAll(/\s+/g, ' ').slice(0, hintLimits.title)
    onHint({ kind: 'navigation', title, url: hintAddress(location.href) })
  }
  window.addEventListener(
    'pointerdown',
    (event) => {
      if (!event.isTrusted || !isRecording() || event.target === layer.getRootNode()) return
      if (areClicksShown) showCircle(layer, event)
    },
    { capture: true, signal },
  )
  window.addEventListener(
    'click',
    (event) => {
      const [clicked] = event.composedPath()
      if (!event.isTrusted || !isRecording() || !(clicked instanceof Element)) return
      if (clicked.getRootNode() === layer.getRootNode()) return
      const title = hintTitle(clicked)
      if (title !== null) onHint({ kind: 'click', title, url: hintAddress(location.href) })
    },
    { capture: true, signal },
  )
  // Pages that change their address themselves.
  const { navigation } = window as { navigation?: EventTarget }
  navigation?.addEventListener('navigatesuccess', () => isRecording() && navigated(), { signal })
  return {
    navigated,
    areClicksShown: () => areClicksShown,
    showClicks: (isShown: boolean) => void (areClicksShown = isShown),
  }
}

function showCircle(layer: HTMLElement, { clientX, clientY }: PointerEvent): void {
  const circle = element('i', { class: 'click' })
  circle.style.translate = `${clientX}px ${clientY}px`
  layer.append(circle)
  setTimeout(() => circle.remove(), circleMs)
}
