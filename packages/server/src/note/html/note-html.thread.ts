/** Parses the HTML of notes outside the main thread; html-to-note.ts starts and ends this thread. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { withBlockKeys } from '@knowreel/shared/note/note-document.ts'
import { noteSchema } from '@knowreel/shared/note/note-schema.ts'
import { serveParser } from '../../platform/threads/serve-parser.ts'
import type { NoteHtmlRequest, ParsedNotes } from './html-to-note.ts'
import { noteJsonToState } from '../note-yjs.ts'
import { parseNoteHtml } from './parse-note-html.ts'
import { parsePieces } from './parse-pieces.ts'
import { toParsedNote } from './parsed-note.ts'

const loadSchema = async () => noteSchema

/** Null for HTML that is refused. */
async function parse(request: NoteHtmlRequest): Promise<ParsedNotes | null> {
  if ('pieces' in request) return parsePieces(request.pieces, loadSchema)
  try {
    const note = withBlockKeys(await parseNoteHtml(request.html, loadSchema), newKey)
    return { notes: [{ ...toParsedNote(note), state: noteJsonToState(note) }], lostPieces: 0 }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return null
  }
}

serveParser(parse)
