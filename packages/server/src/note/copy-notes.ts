import type { Db } from '../platform/database/db.ts'
import { readNotesOfArticle } from './read-note.ts'
import { seedNote } from './seed-note.ts'

/**
 * Gives the other article live documents with the same content under the same tab ids, without the history. Tabs that
 * have a document there already are left alone.
 */
export async function copyNotes(db: Db, fromArticleId: string, toArticleId: string): Promise<void> {
  const notes = await readNotesOfArticle(db, fromArticleId)
  for (const [tabId, note] of notes) await seedNote(db, toArticleId, tabId, note)
}
