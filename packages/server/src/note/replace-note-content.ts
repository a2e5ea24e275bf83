import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import type { NoteAddress } from '@knowreel/shared/note/note.protocol.ts'
import * as Y from 'yjs'
import type { Db, Trx } from '../platform/database/db.ts'
import { appendNoteUpdate, loadNote, lockNote } from './note.queries.ts'
import { noteDocumentFrom, replaceDocumentContent } from './note-yjs.ts'

export type LiveNotes = {
  /** Edits the live document, opening it when nobody has it open. Resolves once the edit is saved. */
  replaceContent(address: NoteAddress, note: NoteJson): Promise<void>
}

/**
 * Makes the note say something else: an edit like any other, seen at once by everyone who has it open. In a process
 * without a collaboration server (`live` null) the edit is appended to what is stored.
 */
export async function replaceNoteContent(
  db: Db,
  live: LiveNotes | null,
  address: NoteAddress,
  note: NoteJson,
): Promise<void> {
  if (live) return live.replaceContent(address, note)
  await inTransaction(db, async (trx) => {
    await lockNote(trx, address)
    const document = noteDocumentFrom(await loadNote(trx, address))
    const before = Y.encodeStateVector(document)
    const hasChanged = replaceDocumentContent(document, note)
    if (hasChanged) await appendNoteUpdate(trx, address, Y.encodeStateAsUpdate(document, before))
    document.destroy()
  })
}

const inTransaction = (db: Db, work: (trx: Trx) => Promise<void>): Promise<void> =>
  db.isTransaction ? work(db as Trx) : db.transaction().execute(work)
