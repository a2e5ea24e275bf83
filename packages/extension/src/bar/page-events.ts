/** Events of the recorded page: clicks and navigations, and the circle around a click. */
import { hintAddress, hintLimits } from '@knowreel/shared/video/hint-address.ts'
import type { HostCommand } from '../messages.ts'
import { element } from './element.ts'

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

const controls =
  'a, button, summary, label, input, select, textarea, [role=button], [role=link], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=tab], [role=option], [role=checkbox], [role=radio], [role=switch], [role=treeitem]'
const fields =
  'input, select, textarea, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox]'
/** Fields whose value is a label that everybody sees. */
const buttons = 'input[type=submit], input[type=button], input[type=reset]'

/**
 * The name of what was clicked, as assistive technology would say it; never what a field contains. Null if no control
 * was clicked.
 */
function hintTitle(clicked: Element): string | null {
  const control = clicked.closest(controls)
  if (control === null || clicked.closest('[contenteditable]:not([contenteditable=false])')) return null
  const named = control.getAttribute('aria-label') ?? labelOf(control) ?? control.getAttribute('title')
  if (named) return clean(named)
  if (control.matches(buttons)) return clean(control.getAttribute('value') ?? '')
  if (control.matches(fields)) return clean(control.getAttribute('placeholder') ?? control.getAttribute('name') ?? '')
  // A label may contain its field.
  const copy = control.cloneNode(true) as Element
  for (const field of copy.querySelectorAll(`${fields}, option, script, style`)) field.remove()
  return clean(copy.textContent ?? '') || clean(copy.querySelector('img')?.getAttribute('alt') ?? '')
}

function labelOf(control: Element): string | null {
  const id = control.getAttribute('id')
  const label =
    control.matches(fields) && id ? control.ownerDocument.querySelector(`label[for="${CSS.escape(id)}"]`) : null
  return label?.textContent ?? null
}

const clean = (text: string): string =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, hintLimits.title)
