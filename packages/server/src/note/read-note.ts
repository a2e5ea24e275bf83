/** Notes as data, from what the database holds. What an open document has not saved yet is not in it: flush it first. */
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import type { Db } from '../platform/database/db.ts'
import { loadNote, loadNotesOfArticle } from './note.queries.ts'
import { storedNoteToJson } from './note-yjs.ts'

/** Null when the tab has no live document. */
export async function readNoteJson(db: Db, articleId: string, tabId: string): Promise<NoteJson | null> {
  const stored = await loadNote(db, { articleId, tabId })
  return stored.snapshot === null && stored.updates.length === 0 ? null : storedNoteToJson(stored)
}

/** By tab id; tabs without a live document are missing. */
export async function readNotesOfArticle(db: Db, articleId: string): Promise<Map<string, NoteJson>> {
  const stored = await loadNotesOfArticle(db, articleId)
  return new Map([...stored].map(([tabId, note]) => [tabId, storedNoteToJson(note)]))
}
