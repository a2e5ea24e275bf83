/** Reads what Notion's HTML expresses through classes and styles: colours, widths, and lists with one item each. */
import { createElement, replaceWith, unwrap } from './dom.ts'

const textColours: ReadonlyMap<string, string> = new Map([
  ['gray', '#787774'],
  ['brown', '#9f6b53'],
  ['orange', '#d9730d'],
  ['yellow', '#cb912f'],
  ['teal', '#448361'],
  ['blue', '#337ea9'],
  ['purple', '#9065b0'],
  ['pink', '#c14c8a'],
  ['red', '#d44c47'],
])
const backgroundColours: ReadonlyMap<string, string> = new Map([
  ['gray', '#f1f1ef'],
  ['brown', '#f4eeee'],
  ['orange', '#faebdd'],
  ['yellow', '#fbf3db'],
  ['teal', '#edf3ec'],
  ['blue', '#e7f3f8'],
  ['purple', '#f6f3f9'],
  ['pink', '#faf1f5'],
  ['red', '#fdebec'],
])

export function readNotionStyles(page: Element): void {
  joinLists(page)
  for (const mark of page.querySelectorAll('mark')) {
    const [, name = '', isPaper] = /\bhighlight-([a-z]+)(_background)?\b/.exec(mark.getAttribute('class') ?? '') ?? []
    if (isPaper !== undefined) {
      const paper = backgroundColours.get(name)
      if (paper !== undefined) mark.setAttribute('data-color', paper)
    } else if (name === 'default') unwrap(mark)
    else if (name !== '') {
      const ink = createElement(page, 'span')
      const colour = textColours.get(name)
      if (colour !== undefined) ink.setAttribute('data-color', colour)
      ink.append(...mark.childNodes)
      replaceWith(mark, [ink])
    }
  }
  for (const picture of page.querySelectorAll('img:not([width])')) {
    const width = /(?:^|;)\s*width:\s*(\d+)(?:\.\d+)?px/.exec(picture.getAttribute('style') ?? '')?.[1]
    if (width !== undefined) picture.setAttribute('width', width)
  }
}

const listKinds = ['bulleted-list', 'numbered-list', 'to-do-list', 'toggle']

/** In Notion each item is a list of its own, with its number as the start. */
function joinLists(page: Element): void {
  for (const list of page.querySelectorAll('ul,ol')) {
    const before = list.previousElementSibling
    const kind = listKindOf(list)
    if (before === null || kind === null || listKindOf(before) !== kind || !directlyFollows(list)) continue
    if (list.localName === 'ol' && Number(list.getAttribute('start') ?? 1) !== nextNumber(before)) continue
    before.append(...list.childNodes)
    list.remove()
  }
}

const listKindOf = (list: Element): string | null => listKinds.find((kind) => list.classList.contains(kind)) ?? null

const directlyFollows = (list: Element): boolean => {
  const before = list.previousSibling
  return before?.nodeType !== 3 || before.textContent?.trim() === ''
}

/** The number of the item after the last one. */
const nextNumber = (list: Element): number => Number(list.getAttribute('start') ?? 1) + list.children.length
