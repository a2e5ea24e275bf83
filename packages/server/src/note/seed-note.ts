import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import type { Db } from '../platform/database/db.ts'
import { insertFirstSnapshot } from './note.queries.ts'
import { noteJsonToState } from './note-yjs.ts'

/**
 * Gives a tab its first live document. Only the server does this, and only once: were two clients to fill an empty
 * document, everything would stand in it twice. False when the document exists already; then nothing changes.
 */
export function seedNote(db: Db, articleId: string, tabId: string, note: NoteJson): Promise<boolean> {
  return insertFirstSnapshot(db, { articleId, tabId }, noteJsonToState(note))
}
