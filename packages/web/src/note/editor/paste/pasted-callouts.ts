// Boxes of other programs: callouts and panels become quotes, collapsible sections are unfolded.
import { removeAll, renameElement, textOf } from './dom.ts'

export function convertCallouts(root: Element): void {
  removeAll(root, '.confluence-information-macro-icon, .markdown-alert-title > svg')
  for (const title of root.querySelectorAll('.markdown-alert-title, .confluence-information-macro > .title')) {
    title.replaceWith(boldParagraph(root, textOf(title)))
  }
  for (const box of root.querySelectorAll(
    'aside, .confluence-information-macro, [data-panel-type], .markdown-alert, figure.callout',
  )) {
    trimStart(box)
    renameElement(box, 'blockquote')
  }
  for (const fold of root.querySelectorAll('details')) expandDetails(fold, fold.querySelector('summary'))
  for (const fold of root.querySelectorAll('[data-node-type="expand"]')) {
    expandDetails(fold, null, fold.getAttribute('data-title') ?? '')
  }
}

/** Collapsed content goes below its title. */
function expandDetails(fold: Element, head: Element | null, title = head ? textOf(head) : ''): void {
  head?.remove()
  const open = renameElement(fold, 'div')
  trimStart(open)
  if (title !== '') open.prepend(boldParagraph(open, title))
}

function boldParagraph(near: Element, words: string): Element {
  const line = near.ownerDocument.createElement('p')
  const strong = near.ownerDocument.createElement('strong')
  strong.textContent = words
  line.append(strong)
  return line
}

function trimStart(box: Element): void {
  const first = box.firstChild
  if (first?.nodeType === 3 && first.nodeValue) first.nodeValue = first.nodeValue.trimStart()
}
