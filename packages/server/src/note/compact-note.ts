import type { NoteAddress } from '@knowreel/shared/note/note.protocol.ts'
import * as Y from 'yjs'
import type { Db } from '../platform/database/db.ts'
import { findSnapshot, lockNote, saveSnapshot, deleteNoteUpdates } from './note.queries.ts'
import { noteDocumentFrom } from './note-yjs.ts'

/**
 * Merges the updates of a note into its snapshot. Idempotent and safe while clients type: one statement reads and
 * removes exactly the merged rows. Returns how many were merged; none if the article is gone.
 */
export function compactNote(db: Db, address: NoteAddress): Promise<{ merged: number }> {
  return db.transaction().execute(async (trx) => {
    await lockNote(trx, address)
    const snapshot = await findSnapshot(trx, address)
    const rows = await deleteNoteUpdates(trx, address)
    const last = rows.at(-1)
    if (!last) return { merged: 0 }
    const document = noteDocumentFrom({ snapshot, updates: rows.map((row) => row.update) })
    await saveSnapshot(trx, address, Y.encodeStateAsUpdate(document), last.seq)
    document.destroy()
    return { merged: rows.length }
  })
}
