// Normalises pasted lists: paragraphs with a level (Word), one list per item (Word for the web, Slack), nested lists
// beside their item (Google Docs), checkboxes in a dozen forms.
import { isBlock, renameElement, styleOf, textOf } from './dom.ts'

export function normaliseLists(root: Element): void {
  markWordItems(root)
  markLevelledItems(root)
  buildLists(root)
  nestLists(root)
  markTasks(root)
  convertTaskLists(root)
}

type PastedItem = {
  readonly element: Element
  readonly level: number
  readonly isNumbered: boolean
  /** The item's number; null for letters and bullets. */
  readonly number: number | null
}

/** Marks an element that is a list item without a list. */
const itemAttribute = 'data-pasted-item'

const markItem = (element: Element, level: number, marker: string): void =>
  element.setAttribute(itemAttribute, `${level} ${marker}`)

const wordListStyle = /mso-list:\s*l\d+\s+level(\d+)/i
const numberedMarker = /^\(?(?:[\d.]+|[a-z]|[ivxlc]+)[.)]$/i

/** Word writes list items as paragraphs with a level, and the bullet as text. */
function markWordItems(root: Element): void {
  for (const element of root.querySelectorAll('p, h1, h2, h3, h4, h5, h6, div')) {
    const level = wordListStyle.exec(styleOf(element))?.[1]
    if (level === undefined) continue
    const marker = [...element.querySelectorAll('span')].find((span) => /mso-list:\s*ignore/i.test(styleOf(span)))
    const sign = marker ? textOf(marker) : ''
    // A numbered heading stays a heading, with its number.
    if (/^h\d$/.test(element.localName)) {
      marker?.replaceWith(root.ownerDocument.createTextNode(`${sign} `))
      continue
    }
    marker?.remove()
    markItem(element, Number(level), numberedMarker.test(sign) ? sign : '-')
  }
}

/** Word for the web and Slack start a new list for each item or level; the item or the list has the level. */
function markLevelledItems(root: Element): void {
  for (const wrapper of root.querySelectorAll('.ListContainerWrapper')) wrapper.replaceWith(...wrapper.childNodes)
  for (const list of root.querySelectorAll('ul, ol')) {
    const indent = list.getAttribute('data-indent')
    const items = [...list.children]
    const levels = items.map((item) =>
      indent === null ? Number(item.getAttribute('data-aria-level') ?? 0) : Number(indent) + 1,
    )
    if (items.length === 0 || !levels.every((level) => level > 0)) continue
    const start = Number(list.getAttribute('start') ?? 1)
    for (const [index, item] of items.entries()) {
      const block = renameElement(item, 'div')
      markItem(block, levels[index] ?? 1, list.localName === 'ol' ? `${start + index}.` : '-')
    }
    list.replaceWith(...list.children)
  }
}

/** Consecutive items form one list, with deeper levels nested. */
function buildLists(root: Element): void {
  const open: { list: Element; level: number; next: number }[] = []
  for (const element of root.querySelectorAll(`[${itemAttribute}]`)) {
    const item = readItem(element)
    if (element.previousElementSibling !== open[0]?.list) open.length = 0
    while ((open.at(-1)?.level ?? 0) > item.level) open.pop()
    const last = open.at(-1)
    const goesOn = last?.level === item.level && (last.list.localName === 'ol') === item.isNumbered
    // A list that restarts at one is a new list.
    if (last?.level === item.level && (!goesOn || (item.number === 1 && last.next > 1))) open.pop()
    const around = open.at(-1)
    if (around === undefined || around.level < item.level) {
      const list = root.ownerDocument.createElement(item.isNumbered ? 'ol' : 'ul')
      if (item.number !== null && item.number > 1) list.setAttribute('start', String(item.number))
      const parent = around?.list.lastElementChild
      if (parent) parent.append(list)
      else element.before(list)
      open.push({ list, level: item.level, next: item.number ?? 1 })
    }
    const current = open.at(-1)
    if (!current) continue
    current.next += 1
    current.list.append(createListItem(element))
    element.remove()
  }
}

function readItem(element: Element): PastedItem {
  const [level = '1', marker = ''] = (element.getAttribute(itemAttribute) ?? '').split(' ')
  const number = /(\d+)[.)]$/.exec(marker)?.[1]
  return {
    element,
    level: Number(level),
    isNumbered: marker !== '-',
    number: number === undefined ? null : Number(number),
  }
}

function createListItem(element: Element): Element {
  const line = element.ownerDocument.createElement('li')
  if ([...element.children].some(isBlock)) line.append(...element.childNodes)
  else {
    const words = element.ownerDocument.createElement('p')
    words.append(...element.childNodes)
    line.append(words)
  }
  return line
}

/** Google Docs puts a nested list beside its item; it belongs inside. */
function nestLists(root: Element): void {
  for (const list of root.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    const item = list.previousElementSibling
    if (item?.localName === 'li') item.append(list)
  }
}

// --- tasks ----------------------------------------------------------------------------------------------------------

/** Confluence marks tasks with its own attributes; it numbers decisions without showing the numbers. */
function markTasks(root: Element): void {
  for (const decisions of root.querySelectorAll('ol[data-node-type="decisionList"]')) renameElement(decisions, 'ul')
  for (const task of root.querySelectorAll('div[data-task-local-id]')) {
    const item = renameElement(task, 'li')
    item.setAttribute('data-type', 'taskItem')
    item.setAttribute('data-checked', String(task.getAttribute('data-task-state') === 'DONE'))
  }
  for (const list of root.querySelectorAll('div[data-task-list-local-id]')) renameElement(list, 'ul')
  for (const item of root.querySelectorAll('ul.inline-task-list > li')) {
    item.setAttribute('data-type', 'taskItem')
    item.setAttribute('data-checked', String(item.classList.contains('checked')))
  }
}

const typedCheckbox = /^\s*\[([ xX])\]\s+/

/** A list whose items all start with a checkbox is a task list. */
function convertTaskLists(root: Element): void {
  for (const list of root.querySelectorAll('ul, ol')) {
    const items = [...list.children].filter((child) => child.localName === 'li')
    const states = items.map(readCheckbox)
    if (items.length === 0 || states.includes(null)) continue
    list.setAttribute('data-type', 'taskList')
    for (const [index, item] of items.entries()) {
      item.setAttribute('data-type', 'taskItem')
      item.setAttribute('data-checked', String(states[index] === true))
      removeCheckbox(item)
    }
  }
}

/** Whether the item's checkbox is ticked; null without a checkbox. */
function readCheckbox(item: Element): boolean | null {
  if (item.getAttribute('data-type') === 'taskItem') return item.getAttribute('data-checked') === 'true'
  if (item.getAttribute('role') === 'checkbox') return item.getAttribute('aria-checked') === 'true'
  const input = item.querySelector('input[type="checkbox"]')
  if (input && input.closest('li') === item) return input.hasAttribute('checked')
  const notion = item.querySelector('.checkbox')
  if (notion && notion.closest('li') === item) return notion.classList.contains('checkbox-on')
  const typed = typedCheckbox.exec(firstTextNode(item)?.nodeValue ?? '')?.[1]
  return typed === undefined ? null : typed !== ' '
}

function removeCheckbox(item: Element): void {
  for (const box of item.querySelectorAll('input[type="checkbox"], .checkbox, img')) {
    if (box.closest('li') === item) box.remove()
  }
  const text = firstTextNode(item)
  if (text?.nodeValue) text.nodeValue = text.nodeValue.replace(typedCheckbox, '').trimStart()
}

function firstTextNode(node: Node): Node | null {
  for (const child of node.childNodes) {
    const text = child.nodeType === 3 && (child.nodeValue ?? '').trim() !== '' ? child : firstTextNode(child)
    if (text) return text
  }
  return null
}
