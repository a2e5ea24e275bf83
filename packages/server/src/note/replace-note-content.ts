import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import type { NoteAddress } from '@knowreel/shared/note/note.protocol.ts'
import * as Y from 'yjs'
import type { Db, Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { appendNoteUpdate, loadNote, lockNote } from './note.queries.ts'
import { noteDocumentFrom, replaceDocumentContent } from './note-yjs.ts'

export type LiveNotes = {
  /** Brings an update that is stored already into the live document, if it is open here. Never throws. */
  applyStored(address: NoteAddress, update: Uint8Array): Promise<void>
}

/**
 * Appends to what is stored an edit that makes the note say something else, as part of the transaction. Gives the edit,
 * for the live document once the transaction has been committed; null when the note says that already.
 */
export async function storeNoteContent(trx: Trx, address: NoteAddress, note: NoteJson): Promise<Uint8Array | null> {
  await lockNote(trx, address)
  const document = noteDocumentFrom(await loadNote(trx, address))
  try {
    const before = Y.encodeStateVector(document)
    if (!replaceDocumentContent(document, note)) return null
    const update = Y.encodeStateAsUpdate(document, before)
    await appendNoteUpdate(trx, address, update)
    return update
  } finally {
    document.destroy()
  }
}

/**
 * Makes the note say something else: an edit like any other, seen at once by everyone who has it open in this process.
 * `live` is null in a process without a collaboration server.
 */
export async function replaceNoteContent(
  db: Db,
  live: LiveNotes | null,
  address: NoteAddress,
  note: NoteJson,
): Promise<void> {
  const update = await runTransaction(db, (trx) => storeNoteContent(trx, address, note))
  if (update !== null) await live?.applyStored(address, update)
}
