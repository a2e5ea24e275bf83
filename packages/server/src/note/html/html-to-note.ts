/** Parses external HTML through the note schema in a separate thread, because a long text takes hundreds of ms. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { EMPTY_NOTE, type NoteJson, withBlockKeys } from '@knowreel/shared/note/note-document.ts'
import { ParserThread } from '../../platform/threads/parser-thread.ts'
import { requireHtmlWithinLimits } from './html-limits.ts'
import { fromParsedNote, type ParsedNote } from './parsed-note.ts'

const thread = new ParserThread<string, ParsedNote>(new URL('./note-html.thread.ts', import.meta.url))
/** The worst accepted text takes a second on a busy machine. */
const maxMs = 20_000

/** Blocks get keys; a key in the HTML is kept. Refuses HTML that is too large or too deep to be stored completely. */
export async function htmlToNoteJson(html: string): Promise<NoteJson> {
  requireHtmlWithinLimits(html)
  if (html.trim() === '') return withBlockKeys(EMPTY_NOTE, newKey)
  const note = await thread.parse(html, maxMs)
  if (note === null) throw new AppError('note_too_large')
  return fromParsedNote(note)
}
