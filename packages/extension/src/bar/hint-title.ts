/** The name of what was clicked, as assistive technology would say it. Never what a field contains. */
import { hintLimits } from '@knowreel/shared/video/hint-address.ts'

const controls =
  'a, button, summary, label, input, select, textarea, [role=button], [role=link], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=tab], [role=option], [role=checkbox], [role=radio], [role=switch], [role=treeitem]'
const fields =
  'input, select, textarea, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox]'
/** Fields whose value is a label that everybody sees. */
const buttons = 'input[type=submit], input[type=button], input[type=reset]'

/** Null if no control was clicked. */
export function hintTitle(clicked: Element): string | null {
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
