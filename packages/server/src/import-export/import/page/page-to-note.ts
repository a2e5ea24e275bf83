/** Parses a page with the note schema, piece by piece, so that no piece blocks the process for long. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { withBlockKeys, type NoteJson, type NoteNode } from '@knowreel/shared/note/note-document.ts'
import { setImmediate } from 'node:timers/promises'
import { htmlToNoteJson } from '../../../note/index.ts'
import { parseLimits } from '../import-limits.ts'

/** `onLoss`: something was too large or too deep to parse; its text is kept as a paragraph. */
export async function pageToNote(root: Element, onLoss: () => void): Promise<NoteJson> {
  const content: NoteNode[] = []
  for (const html of splitPage(root, onLoss)) {
    const note = await parsePiece(html, onLoss)
    content.push(...(note.content ?? []))
    await setImmediate()
  }
  const filled = content.filter(
    (block, index) => content.length === 1 || !isEmptyParagraph(block) || isInner(content, index),
  )
  return withBlockKeys({ type: 'doc', content: filled.length === 0 ? [{ type: 'paragraph' }] : filled }, newKey)
}

const isEmptyParagraph = ({ type, content = [] }: NoteNode): boolean => type === 'paragraph' && content.length === 0
const isInner = (blocks: readonly NoteNode[], index: number): boolean => index > 0 && index < blocks.length - 1

async function parsePiece(html: string, onLoss: () => void): Promise<NoteJson> {
  try {
    return await htmlToNoteJson(html)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'note_too_large') throw error
    onLoss()
    const text = html
      .replaceAll(/<[^>]{0,10000}>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .slice(0, parseLimits.piece.characters)
    return htmlToNoteJson(`<p>${text}</p>`)
  }
}

/** Elements that only contain other blocks. */
const wrapperPattern = /^(?:div|main|article|section|header|footer|body|center|form|fieldset)$/
const inlineTagPattern =
  /^(?:a|abbr|b|big|br|button|cite|code|del|dfn|em|font|i|img|input|kbd|label|mark|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/

function* splitPage(root: Element, onLoss: () => void): Generator<string> {
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
  if (element.localName === 'blockquote') return yield* topLevelBlocks(element, onLoss)
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
