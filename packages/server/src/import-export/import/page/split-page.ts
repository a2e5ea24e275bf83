/** Splits a page into pieces that the note schema parses one after the other. */
import { parseLimits } from '../import-limits.ts'

/** Elements that only contain other blocks. */
const wrapperPattern = /^(?:div|main|article|section|header|footer|body|center|form|fieldset)$/
const inlineTagPattern =
  /^(?:a|abbr|b|big|br|button|cite|code|del|dfn|em|font|i|img|input|kbd|label|mark|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/

/** `onLoss`: a block was too large; its text is kept as a paragraph. */
export function* splitPage(root: Element, onLoss: () => void): Generator<string> {
  let piece = ''
  let tags = 0
  for (const html of topLevelBlocks(root, onLoss)) {
    const size = countTags(html)
    if (
      piece !== '' &&
      (tags + size > parseLimits.piece.tags || piece.length + html.length > parseLimits.piece.characters)
    ) {
      yield piece
      piece = ''
      tags = 0
    }
    piece += html
    tags += size
  }
  if (piece.trim() !== '') yield piece
}

/** Text between blocks becomes its own paragraph. */
function* topLevelBlocks(parent: Element, onLoss: () => void): Generator<string> {
  let words = ''
  for (const node of parent.childNodes) {
    const element = node.nodeType === 1 ? (node as Element) : null
    if (element === null || inlineTagPattern.test(element.localName)) {
      if (element !== null) words += element.outerHTML
      else if (node.nodeType === 3) words += escape(node.textContent ?? '')
      continue
    }
    if (words.trim() !== '') yield `<p>${words}</p>`
    words = ''
    yield* splitBlock(element, onLoss)
  }
  if (words.trim() !== '') yield `<p>${words}</p>`
}

function* splitBlock(element: Element, onLoss: () => void): Generator<string> {
  const isWrapper = wrapperPattern.test(element.localName) && !element.hasAttribute('data-type')
  if (isWrapper) return yield* topLevelBlocks(element, onLoss)
  const html = element.outerHTML
  const { tags, characters } = parseLimits.piece
  if (html.length <= characters && countTags(html) <= tags) return yield html
  if (/^(?:ul|ol|tbody|thead)$/.test(element.localName)) return yield* splitList(element, [...element.children])
  if (element.localName === 'table') return yield* splitList(element, [...element.querySelectorAll('tr')])
  const isBox = /^(?:blockquote|details|summary)$/.test(element.localName) || element.matches('[data-type=callout]')
  if (isBox) return yield* topLevelBlocks(element, onLoss)
  onLoss()
  yield `<p>${escape((element.textContent ?? '').slice(0, characters))}</p>`
}

/** Splits a long list or table. */
function* splitList(list: Element, items: readonly Element[]): Generator<string> {
  const tag = list.localName
  const attributes = [...list.attributes]
    .map(({ name, value }) => ` ${name}="${escape(value).replaceAll('"', '&quot;')}"`)
    .join('')
  const open = tag === 'table' ? '<table><tbody>' : `<${tag}${attributes}>`
  const close = tag === 'table' ? '</tbody></table>' : `</${tag}>`
  let part = ''
  let tags = 0
  for (const item of items) {
    const html = item.outerHTML
    const size = countTags(html)
    if (
      part !== '' &&
      (part.length + html.length > parseLimits.piece.characters || tags + size > parseLimits.piece.tags)
    ) {
      yield open + part + close
      part = ''
      tags = 0
    }
    part += html
    tags += size
  }
  if (part !== '') yield open + part + close
}

const countTags = (html: string): number => html.split('<').length - 1
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
