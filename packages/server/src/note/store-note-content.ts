import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import type { NoteAddress } from '@knowreel/shared/note/note.protocol.ts'
import * as Y from 'yjs'
import type { Trx } from '../platform/database/db.ts'
import { appendNoteUpdate, loadNote, lockNote } from './note.queries.ts'
import { noteDocumentFrom, replaceDocumentContent, storedNoteToJson } from './note-yjs.ts'

/**
 * Appends an edit that replaces the content of the stored note, as part of the transaction. Returns the edit, for the
 * live document after the commit; null if the content is already the same.
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
 * The same with content that follows from the present one: whatever is typed concurrently is kept. The note is the one
 * after the edit.
 */
export async function editStoredNote(
  trx: Trx,
  address: NoteAddress,
  edit: (note: NoteJson) => NoteJson,
): Promise<{ readonly note: NoteJson; readonly update: Uint8Array | null }> {
  await lockNote(trx, address)
  const note = edit(storedNoteToJson(await loadNote(trx, address)))
  return { note, update: await storeNoteContent(trx, address, note) }
}
