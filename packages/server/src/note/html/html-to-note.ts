/** Parses external HTML through the note schema in a separate thread, because a long text takes hundreds of ms. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { EMPTY_NOTE, type NoteJson, withBlockKeys } from '@knowreel/shared/note/note-document.ts'
import { setImmediate } from 'node:timers/promises'
import { ParserThread } from '../../platform/threads/parser-thread.ts'
import { requireHtmlWithinLimits } from './parse-note-html.ts'
import { fromParsedNote, type ParsedNote } from './parsed-note.ts'

export type NoteHtmlRequest =
  | { readonly html: string }
  /** Consecutive parts of one page, which may be longer than a note. */
  | { readonly pieces: readonly string[] }

export type ParsedNotes = {
  readonly notes: readonly ParsedNote[]
  /** The number of pieces that could not be parsed, of which only the words are kept. */
  readonly lostPieces: number
}

const entry = new URL('./note-html.thread.ts', import.meta.url)
const thread = new ParserThread<NoteHtmlRequest, ParsedNotes>(entry)
/** A second one, so that a draft never waits behind the pages of an import. */
const pageThread = new ParserThread<NoteHtmlRequest, ParsedNotes>(entry)
/** The worst accepted text takes a second on a busy machine. */
const maxMs = 20_000

/** Blocks get keys; a key in the HTML is kept. Refuses HTML that is too large or too deep to be stored completely. */
export async function htmlToNoteJson(html: string): Promise<NoteJson> {
  requireHtmlWithinLimits(html)
  if (html.trim() === '') return withBlockKeys(EMPTY_NOTE, newKey)
  const [note] = (await thread.parse({ html }, { maxMs }))?.notes ?? []
  if (note === undefined) throw new AppError('note_too_large')
  return fromParsedNote(note)
}

type PageNotes = { readonly notes: readonly NoteJson[]; readonly lostPieces: number }

/**
 * A page of any length as notes that the editor accepts. Of a piece that is too large or too deep, only the words are
 * kept. Null if it cannot be parsed at all.
 */
export async function htmlToNotes(pieces: readonly string[]): Promise<PageNotes | null> {
  const parsed = await pageThread.parse({ pieces }, { maxMs: maxMs * Math.max(1, pieces.length) })
  if (parsed === null) return null
  const notes: NoteJson[] = []
  for (const note of parsed.notes) {
    notes.push(fromParsedNote(note))
    // Many notes together would delay other requests.
    await setImmediate()
  }
  return { notes, lostPieces: parsed.lostPieces }
}
