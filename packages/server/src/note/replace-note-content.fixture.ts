import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import type { NoteAddress } from '@knowreel/shared/note/note.protocol.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import type { Collaboration } from './live/collaboration.types.ts'
import { storeNoteContent } from './store-note-content.ts'

/** Edits a note as a client does; without `live` the edit is only stored. */
export async function replaceNoteContent(
  db: Db,
  live: Pick<Collaboration, 'applyStored'> | null,
  address: NoteAddress,
  note: NoteJson,
): Promise<void> {
  const update = await runTransaction(db, (trx) => storeNoteContent(trx, address, note))
  if (update !== null) await live?.applyStored(address, update)
}
