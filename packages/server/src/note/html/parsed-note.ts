/**
 * The values stored beside a note. For a long note it takes up to 200 ms to derive, so the thread that parses a note
 * derives this too.
 */
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import { noteJsonToHtml } from '@knowreel/shared/note/note-html.ts'
import { noteJsonToText } from '@knowreel/shared/note/note-text.ts'
import { noteJsonToState } from '../note-yjs.ts'

export type ParsedNote = {
  /** JSON is faster to transfer than a tree of objects. */
  readonly json: string
  readonly html: string
  readonly text: string
  /** Only where it is stored immediately. */
  readonly state?: Uint8Array
}

const parsed = new WeakMap<NoteJson, ParsedNote>()

export const toParsedNote = (note: NoteJson): ParsedNote => ({
  json: JSON.stringify(note),
  html: noteJsonToHtml(note),
  text: noteJsonToText(note),
})

/** The note must not be changed afterwards. */
export function fromParsedNote(result: ParsedNote): NoteJson {
  const note = JSON.parse(result.json) as NoteJson
  parsed.set(note, result)
  return note
}

export const htmlOfNote = (note: NoteJson): string => parsed.get(note)?.html ?? noteJsonToHtml(note)
export const textOfNote = (note: NoteJson): string => parsed.get(note)?.text ?? noteJsonToText(note)
/** The encoded state of a new document with this content. */
export const stateOfNote = (note: NoteJson): Uint8Array => parsed.get(note)?.state ?? noteJsonToState(note)
