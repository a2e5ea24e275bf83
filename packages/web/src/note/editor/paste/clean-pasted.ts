// What others put into the clipboard, brought into the forms that notes have: lists of Word that are paragraphs, nested
// lists and the bold wrapper of Google Docs, task lists of Notion and GitHub. What the note schema does not have does not
// come in anyway; here only what would come in wrong is mended. The schema of the parser takes no styles of pages.

/** Works on the tree in place. */
export function cleanPasted(root: Element): void {
  removeAll(root, 'style, meta, title, link, script, xml, colgroup, br.Apple-interchange-newline, img[src^="file:"]')
  for (const wrapper of root.querySelectorAll('b[id^="docs-internal-guid"]')) unwrap(wrapper)
  for (const element of root.querySelectorAll('*')) if (element.localName.includes(':')) unwrap(element)
  removeBreaksBetweenBlocks(root)
  nameTitles(root)
  buildWordLists(root)
  nestLists(root)
  buildTaskLists(root)
  endCode(root)
  removeEmptyOfWord(root)
}

const removeAll = (root: Element, selector: string): void => {
  for (const element of root.querySelectorAll(selector)) element.remove()
}

const unwrap = (element: Element): void => element.replaceWith(...element.childNodes)

const blockNames: ReadonlySet<string> = new Set(
  'p div h1 h2 h3 h4 h5 h6 ul ol table pre blockquote hr section article'.split(' '),
)
const isBlock = (node: Node | null): boolean => node !== null && blockNames.has((node as Element).localName)

/** Google Docs has a line break where it means an empty paragraph; between blocks there is space enough. */
function removeBreaksBetweenBlocks(root: Element): void {
  for (const rest of root.querySelectorAll('br')) {
    if (isBlock(rest.previousElementSibling) || isBlock(rest.nextElementSibling)) {
      if (!hasWords(rest.previousSibling) && !hasWords(rest.nextSibling)) rest.remove()
    }
  }
}

const hasWords = (node: Node | null): boolean => node?.nodeType === 3 && (node.nodeValue ?? '').trim() !== ''

function nameTitles(root: Element): void {
  for (const title of root.querySelectorAll('p.MsoTitle')) rename(title, 'h1')
  for (const title of root.querySelectorAll('p.MsoSubtitle')) rename(title, 'h2')
  for (const heading of root.querySelectorAll('h6')) rename(heading, 'h5')
}

function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

// --- lists ----------------------------------------------------------------------------------------------------------

const wordList = /mso-list:\s*l\d+\s+level(\d+)/i
const numberedMarker = /^\s*(?:\d+|[a-z]|[ivxlc]+)[.)]/i

type WordItem = { readonly element: Element; readonly level: number; readonly isNumbered: boolean }

/** Word writes list items as paragraphs that tell their level and carry their bullet as text. */
function buildWordLists(root: Element): void {
  const open: { list: Element; level: number }[] = []
  let last: Element | null = null
  for (const element of root.querySelectorAll('p, h1, h2, h3, h4, h5, div, table')) {
    const item = wordItem(element)
    if (!item) continue
    if (last === null || nextElement(last) !== element) open.length = 0
    while ((open.at(-1)?.level ?? 0) > item.level) open.pop()
    let { list = null, level = 0 } = open.at(-1) ?? {}
    const line = root.ownerDocument.createElement('li')
    const mark = root.ownerDocument.createElement('p')
    // Stands where the paragraph stood, so that the next one is still found to follow it.
    if (list === null || level < item.level) {
      const made = root.ownerDocument.createElement(item.isNumbered ? 'ol' : 'ul')
      const parent = list?.lastElementChild
      if (parent) parent.append(made)
      else element.before(made)
      open.push({ list: made, level: item.level })
      list = made
      level = item.level
    }
    mark.append(...element.childNodes)
    line.append(mark)
    list.append(line)
    element.remove()
    last = open[0]?.list ?? null
  }
}

const nextElement = (element: Element): Element | null => element.nextElementSibling

function wordItem(element: Element): WordItem | null {
  const level = wordList.exec(element.getAttribute('style') ?? '')?.[1]
  if (level === undefined) return null
  const marker = [...element.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  )
  const isNumbered = numberedMarker.test(marker?.textContent ?? '')
  marker?.remove()
  return { element, level: Number(level), isNumbered }
}

/** Google Docs puts a deeper list beside its item; it belongs into it. */
function nestLists(root: Element): void {
  for (const list of root.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    const item = list.previousElementSibling
    if (item?.localName === 'li') item.append(list)
  }
}

const typedBox = /^\s*\[([ xX])\]\s+/

/** A list whose items all begin with a box is a task list. */
function buildTaskLists(root: Element): void {
  for (const list of root.querySelectorAll('ul, ol')) {
    const items = [...list.children].filter((child) => child.localName === 'li')
    const states = items.map(boxOf)
    if (items.length === 0 || states.includes(null)) continue
    list.setAttribute('data-type', 'taskList')
    for (const [index, item] of items.entries()) {
      item.setAttribute('data-type', 'taskItem')
      item.setAttribute('data-checked', String(states[index] === true))
      dropBox(item)
    }
  }
}

/** Whether the box before the item is ticked; null without a box. */
function boxOf(item: Element): boolean | null {
  if (item.getAttribute('data-type') === 'taskItem') return item.getAttribute('data-checked') === 'true'
  if (item.getAttribute('role') === 'checkbox') return item.getAttribute('aria-checked') === 'true'
  const input = item.querySelector('input[type="checkbox"]')
  if (input && input.closest('li') === item) return input.hasAttribute('checked')
  const notion = item.querySelector('.checkbox')
  if (notion && notion.closest('li') === item) return notion.classList.contains('checkbox-on')
  const typed = typedBox.exec(firstText(item)?.nodeValue ?? '')?.[1]
  return typed === undefined ? null : typed !== ' '
}

function dropBox(item: Element): void {
  for (const box of item.querySelectorAll('input[type="checkbox"], .checkbox, img')) {
    if (box.closest('li') === item) box.remove()
  }
  const text = firstText(item)
  if (text?.nodeValue) text.nodeValue = text.nodeValue.replace(typedBox, '').trimStart()
}

function firstText(node: Node): Node | null {
  for (const child of node.childNodes) {
    const text = child.nodeType === 3 && (child.nodeValue ?? '').trim() !== '' ? child : firstText(child)
    if (text) return text
  }
  return null
}

/** The line break before the end of a code block is no line of it. */
function endCode(root: Element): void {
  for (const code of root.querySelectorAll('pre')) {
    let last: Node | null = code
    while (last?.lastChild) last = last.lastChild
    if (last?.nodeType === 3 && last.nodeValue) last.nodeValue = last.nodeValue.replace(/\n$/, '')
  }
}

/** Word keeps its space between paragraphs with paragraphs that hold one hard space. */
function removeEmptyOfWord(root: Element): void {
  for (const paragraph of root.querySelectorAll('p[class^="Mso"]')) {
    if (paragraph.textContent.replaceAll('\u00a0', ' ').trim() === '' && paragraph.children.length === 0) {
      paragraph.remove()
    }
  }
}
