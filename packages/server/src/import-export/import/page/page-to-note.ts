/** Parses a page with the note schema, piece by piece, so that no piece blocks the process for long. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { withBlockKeys, type NoteJson, type NoteNode } from '@knowreel/shared/note/note-document.ts'
import { setImmediate } from 'node:timers/promises'
import { htmlToNoteJson } from '../../../note/index.ts'
import { readingLimits } from '../import-limits.ts'

/** `onLoss`: something was too large or too deep to parse; its text is kept as a paragraph. */
export async function noteOfPage(root: Element, onLoss: () => void): Promise<NoteJson> {
  const content: NoteNode[] = []
  for (const html of pieces(root, onLoss)) {
    const note = await readPiece(html, onLoss)
    content.push(...(note.content ?? []))
    await setImmediate()
  }
  const filled = content.filter(
    (block, index) => content.length === 1 || !isEmptyParagraph(block) || isBetween(content, index),
  )
  return withBlockKeys({ type: 'doc', content: filled.length === 0 ? [{ type: 'paragraph' }] : filled }, newKey)
}

const isEmptyParagraph = ({ type, content = [] }: NoteNode): boolean => type === 'paragraph' && content.length === 0
const isBetween = (blocks: readonly NoteNode[], index: number): boolean => index > 0 && index < blocks.length - 1

async function readPiece(html: string, onLoss: () => void): Promise<NoteJson> {
  try {
    return await htmlToNoteJson(html)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'note_too_large') throw error
    onLoss()
    const text = html
      .replaceAll(/<[^>]{0,10000}>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .slice(0, readingLimits.piece.characters)
    return htmlToNoteJson(`<p>${text}</p>`)
  }
}

/** Elements that only contain other blocks. */
const wrappers = /^(?:div|main|article|section|header|footer|body|center|form|fieldset)$/
const inlineTags =
  /^(?:a|abbr|b|big|br|button|cite|code|del|dfn|em|font|i|img|input|kbd|label|mark|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/

function* pieces(root: Element, onLoss: () => void): Generator<string> {
  let piece = ''
  let tags = 0
  for (const html of blocksOf(root, onLoss)) {
    const size = tagsIn(html)
    if (
      piece !== '' &&
      (tags + size > readingLimits.piece.tags || piece.length + html.length > readingLimits.piece.characters)
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
function* blocksOf(parent: Element, onLoss: () => void): Generator<string> {
  let words = ''
  for (const node of parent.childNodes) {
    const element = node.nodeType === 1 ? (node as Element) : null
    if (element === null || inlineTags.test(element.localName)) {
      if (element !== null) words += element.outerHTML
      else if (node.nodeType === 3) words += escape(node.textContent ?? '')
      continue
    }
    if (words.trim() !== '') yield `<p>${words}</p>`
    words = ''
    yield* ofBlock(element, onLoss)
  }
  if (words.trim() !== '') yield `<p>${words}</p>`
}

function* ofBlock(element: Element, onLoss: () => void): Generator<string> {
  const isWrapper = wrappers.test(element.localName) && !element.hasAttribute('data-type')
  if (isWrapper) return yield* blocksOf(element, onLoss)
  const html = element.outerHTML
  const { tags, characters } = readingLimits.piece
  if (html.length <= characters && tagsIn(html) <= tags) return yield html
  if (/^(?:ul|ol|tbody|thead)$/.test(element.localName)) return yield* inParts(element, [...element.children])
  if (element.localName === 'table') return yield* inParts(element, [...element.querySelectorAll('tr')])
  if (element.localName === 'blockquote') return yield* blocksOf(element, onLoss)
  onLoss()
  yield `<p>${escape((element.textContent ?? '').slice(0, characters))}</p>`
}

/** Splits a long list or table. */
function* inParts(list: Element, items: readonly Element[]): Generator<string> {
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
    const size = tagsIn(html)
    if (
      part !== '' &&
      (part.length + html.length > readingLimits.piece.characters || tags + size > readingLimits.piece.tags)
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

const tagsIn = (html: string): number => html.split('<').length - 1
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
