/** Notes as data, read from the database. It lacks what an open document has not saved yet: flush it first. */
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import { setImmediate } from 'node:timers/promises'
import type { Db } from '../platform/database/db.ts'
import { loadNote, loadNotesOfArticle, insertFirstSnapshot } from './note.queries.ts'
import { stateOfNote } from './html/parsed-note.ts'
import { storedNoteToJson } from './note-yjs.ts'

/** Null if the tab has no live document. */
export async function readNoteJson(db: Db, articleId: string, tabId: string): Promise<NoteJson | null> {
  const stored = await loadNote(db, { articleId, tabId })
  return stored.snapshot === null && stored.updates.length === 0 ? null : storedNoteToJson(stored)
}

/** By tab id; tabs without a live document are omitted. */
export async function readNotesOfArticle(db: Db, articleId: string): Promise<Map<string, NoteJson>> {
  const stored = await loadNotesOfArticle(db, articleId)
  const notes = new Map<string, NoteJson>()
  for (const [tabId, note] of stored) {
    notes.set(tabId, storedNoteToJson(note))
    // Lets other requests run between two long notes.
    if (notes.size < stored.size) await setImmediate()
  }
  return notes
}

/**
 * Creates the first live document of a tab. Only the server does this, and only once: if two clients filled an empty
 * document, its content would appear twice. Returns false and changes nothing if the document already exists.
 */
export function seedNote(db: Db, articleId: string, tabId: string, note: NoteJson): Promise<boolean> {
  return insertFirstSnapshot(db, { articleId, tabId }, stateOfNote(note))
}
