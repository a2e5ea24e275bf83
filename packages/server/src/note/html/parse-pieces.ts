/** Joins the pieces of a page and divides the result into notes that the editor accepts. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { EMPTY_NOTE, withBlockKeys, type NoteJson, type NoteNode } from '@knowreel/shared/note/note-document.ts'
import type { Schema } from '@tiptap/pm/model'
import { isHtmlWithinLimits } from '../../platform/html/html-limits.ts'
import type { ParsedNotes } from './html-to-note.ts'
import { noteHtmlLimits, parseNoteHtml } from './parse-note-html.ts'
import { toParsedNote } from './parsed-note.ts'
import { splitNote } from './split-note.ts'

type LoadSchema = () => Promise<Schema>

export async function parsePieces(pieces: readonly string[], loadSchema: LoadSchema): Promise<ParsedNotes> {
  const content: NoteNode[] = []
  let lostPieces = 0
  for (const html of pieces) {
    const note = await parsePiece(html, loadSchema)
    if (note === null) lostPieces++
    content.push(...((note ?? (await parseNoteHtml(wordsOf(html), loadSchema))).content ?? []))
  }
  const filled = content.filter(
    (block, index) => content.length === 1 || !isEmptyParagraph(block) || isInner(content, index),
  )
  const whole = withBlockKeys(filled.length === 0 ? EMPTY_NOTE : { type: 'doc', content: filled }, newKey)
  return { notes: splitNote(whole).map((part) => toParsedNote(part)), lostPieces }
}

/** Null if it is too large or too deep. */
async function parsePiece(html: string, loadSchema: LoadSchema): Promise<NoteJson | null> {
  if (!isHtmlWithinLimits(html, noteHtmlLimits)) return null
  try {
    return await parseNoteHtml(html, loadSchema)
  } catch (error) {
    if (error instanceof AppError && error.code === 'note_too_large') return null
    throw error
  }
}

const wordsOf = (html: string): string =>
  `<p>${html
    .replaceAll(/<[^>]{0,10000}>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, noteHtmlLimits.characters - 10)}</p>`

const isEmptyParagraph = ({ type, content = [] }: NoteNode): boolean => type === 'paragraph' && content.length === 0
const isInner = (blocks: readonly NoteNode[], index: number): boolean => index > 0 && index < blocks.length - 1
