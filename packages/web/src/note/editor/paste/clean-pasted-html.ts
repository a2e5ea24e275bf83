// Converts HTML from other programs to the forms that notes have. The note schema drops what it does not know, so only
// what would be imported wrongly is fixed here. The parsing schema ignores page styles.
import { isBlock, removeAll, renameElement, styleOf, unwrap, textOf } from './dom.ts'
import { type CalloutKind, namedCalloutKind, signedCalloutKind } from '@knowreel/shared/note/callout-kinds.ts'
import { normaliseCode } from './pasted-code.ts'
import { normaliseLists } from './pasted-lists.ts'
import { normaliseTables, inlineSheetBold } from './pasted-tables.ts'
import { keepWordColours } from './word-colours.ts'

/** Changes the tree in place. */
export function cleanPastedHtml(root: Element): void {
  inlineSheetBold(root)
  keepWordColours(root)
  removeAll(root, 'style, meta, title, link, script, xml, svg, colgroup, col, br.Apple-interchange-newline')
  // Word for the web marks the end of paragraphs with spans; images with file: URLs are unavailable.
  removeAll(root, 'span.EOP, img[src^="file:"]')
  // Other ProseMirror editors add slice information that uses their own node names.
  for (const cut of root.querySelectorAll('[data-pm-slice]')) cut.removeAttribute('data-pm-slice')
  for (const wrapper of root.querySelectorAll('b[id^="docs-internal-guid"]')) unwrap(wrapper)
  for (const element of root.querySelectorAll('*')) if (element.localName.includes(':')) unwrap(element)
  // First, because an empty line of code also looks like a break between blocks.
  normaliseCode(root)
  removeBreaksBetweenBlocks(root)
  normaliseLinks(root)
  convertTitles(root)
  convertBoxes(root)
  normaliseLists(root)
  normaliseTables(root)
  removeEmptyWordParagraphs(root)
}

/** Google Docs uses line breaks for empty paragraphs; blocks already have spacing. */
function removeBreaksBetweenBlocks(root: Element): void {
  for (const blob of root.querySelectorAll('.LineBreakBlob')) blob.replaceWith(root.ownerDocument.createElement('br'))
  for (const rest of root.querySelectorAll('br')) {
    if (rest.closest('pre')) continue
    if (isBlock(rest.previousElementSibling) || isBlock(rest.nextElementSibling)) {
      if (!hasText(rest.previousSibling) && !hasText(rest.nextSibling)) rest.remove()
    }
  }
}

const hasText = (node: Node | null): boolean => node?.nodeType === 3 && (node.nodeValue ?? '').trim() !== ''

/** Removes the underline of links, unwraps redirect URLs, and removes links to anchors of the source document. */
function normaliseLinks(root: Element): void {
  for (const link of root.querySelectorAll('a')) {
    for (const line of link.querySelectorAll('u')) unwrap(line)
    for (const styled of [link, ...link.querySelectorAll('[style]')]) {
      const style = styleOf(styled)
      if (/underline/i.test(style)) styled.setAttribute('style', style.replaceAll(/text-decoration[^;]*;?/gi, ''))
    }
    const address = link.getAttribute('href') ?? ''
    const behind = /^https:\/\/www\.google\.com\/url\?(?:[^#]*&)?q=([^&#]+)/.exec(address)?.[1]
    if (address.startsWith('#')) unwrap(link)
    else if (behind !== undefined) link.setAttribute('href', decodeOrNull(behind) ?? address)
    // Like a link that is typed.
    if (!link.hasAttribute('target')) link.setAttribute('target', '_blank')
  }
}

function decodeOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function convertTitles(root: Element): void {
  for (const title of root.querySelectorAll('p.MsoTitle')) renameElement(title, 'h1')
  for (const title of root.querySelectorAll('p.MsoSubtitle')) renameElement(title, 'h2')
  for (const title of root.querySelectorAll('p[role="heading"], div[role="heading"]')) {
    const level = Number(title.getAttribute('aria-level') ?? 2)
    renameElement(title, `h${Math.min(5, Math.max(1, level || 2))}`)
  }
  for (const heading of root.querySelectorAll('h6')) renameElement(heading, 'h5')
}

/** Word spaces paragraphs with paragraphs that contain one non-breaking space. */
function removeEmptyWordParagraphs(root: Element): void {
  for (const paragraph of root.querySelectorAll('p[class^="Mso"], p.Paragraph')) {
    if (textOf(paragraph) === '' && !paragraph.querySelector('img, br')) paragraph.remove()
  }
}

// Boxes of other programs: callouts, panels and collapsible sections.
function convertBoxes(root: Element): void {
  // The title of an alert is only its kind.
  removeAll(root, '.confluence-information-macro-icon, .markdown-alert-title')
  for (const title of root.querySelectorAll('.confluence-information-macro > .title')) {
    title.replaceWith(boldParagraph(root, textOf(title)))
  }
  for (const box of root.querySelectorAll(
    'aside, .confluence-information-macro, [data-panel-type], .markdown-alert, figure.callout',
  )) {
    const kind = boxKind(box)
    trimStartOf(box.firstChild)
    const callout = renameElement(box, 'div')
    callout.setAttribute('data-type', 'callout')
    callout.setAttribute('data-kind', kind)
  }
  for (const line of root.querySelectorAll('summary')) trimStartOf(line.nextSibling)
  for (const fold of root.querySelectorAll('[data-node-type="expand"]')) {
    const line = root.ownerDocument.createElement('summary')
    line.textContent = fold.getAttribute('data-title')
    const toggle = renameElement(fold, 'details')
    toggle.prepend(line)
  }
}

/** In Confluence a note is yellow and a warning red. */
const macroKinds: Readonly<Record<string, CalloutKind>> = { note: 'warning', warning: 'danger' }

function boxKind(box: Element): CalloutKind {
  const [, program, name = ''] = /(alert|macro)-(info|note|tip|important|warning|caution)\b/.exec(box.className) ?? []
  const macroKind = program === 'macro' ? macroKinds[name] : undefined
  const named = namedCalloutKind(box.getAttribute('data-panel-type') ?? name)
  return macroKind ?? named ?? signedCalloutKind(textOf(box))
}

function boldParagraph(near: Element, words: string): Element {
  const line = near.ownerDocument.createElement('p')
  const strong = near.ownerDocument.createElement('strong')
  strong.textContent = words
  line.append(strong)
  return line
}

function trimStartOf(node: Node | null): void {
  if (node?.nodeType === 3 && node.nodeValue) node.nodeValue = node.nodeValue.trimStart()
}
