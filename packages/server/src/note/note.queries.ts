/** All SQL for `notes` and `note_updates`. */
import type { NoteAddress } from '@knowreel/shared/note/note.protocol.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../platform/database/db.ts'
import type { StoredNote } from './note-yjs.ts'

type TabRow = { tab_id: string; snapshot: Buffer | null; updates: Buffer[] }

/** Snapshot and updates at one moment; both empty if nothing is stored yet. */
export async function loadNote(db: Db, { articleId, tabId }: NoteAddress): Promise<StoredNote> {
  const { rows } = await sql<Omit<TabRow, 'tab_id'>>`
    select
      (select snapshot from notes where article_id = ${articleId} and tab_id = ${tabId}) as snapshot,
      array(
        select update from note_updates where article_id = ${articleId} and tab_id = ${tabId} order by seq
      ) as updates
  `.execute(db)
  return rows[0] ?? { snapshot: null, updates: [] }
}

/** The stored form of every tab of an article, in one statement. */
export async function loadNotesOfArticle(db: Db, articleId: string): Promise<Map<string, StoredNote>> {
  const { rows } = await sql<TabRow>`
    select
      tabs.tab_id,
      (select snapshot from notes where article_id = ${articleId} and tab_id = tabs.tab_id) as snapshot,
      array(
        select update from note_updates where article_id = ${articleId} and tab_id = tabs.tab_id order by seq
      ) as updates
    from (
      select tab_id from notes where article_id = ${articleId}
      union
      select tab_id from note_updates where article_id = ${articleId}
    ) as tabs
  `.execute(db)
  return new Map(rows.map(({ tab_id: tabId, ...stored }) => [tabId, stored]))
}

/** The draft was removed or published, so nobody would ever read what is appended. */
export class DraftEndedError extends Error {
  override name = 'DraftEndedError'
}

/**
 * Resolves after the commit. The shared lock waits for a transaction that ends the draft, and blocks one that starts
 * later: it either sees what is appended here, or this fails with a DraftEndedError.
 */
export async function appendNoteUpdate(db: Db, { articleId, tabId }: NoteAddress, update: Uint8Array): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into note_updates (article_id, tab_id, update)
    select id, ${tabId}, ${Buffer.from(update)} from articles
    where id = ${articleId} and published_at is null and deleted_at is null
    for share
  `.execute(db)
  if (numAffectedRows === 0n) throw new DraftEndedError()
}

/** False if the note already exists in any form; nothing is written then. */
export async function insertFirstSnapshot(
  db: Db,
  { articleId, tabId }: NoteAddress,
  snapshot: Uint8Array,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into notes (article_id, tab_id, snapshot)
    select ${articleId}, ${tabId}, ${Buffer.from(snapshot)}
    where not exists (select from note_updates where article_id = ${articleId} and tab_id = ${tabId})
    on conflict do nothing
  `.execute(db)
  return numAffectedRows === 1n
}

/** Blocks other compactions and stored edits of this note until the transaction ends; appends continue. */
export async function lockNote(trx: Trx, { articleId, tabId }: NoteAddress): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`note:${articleId}:${tabId}`}, 0))`.execute(trx)
}

/** Removes the existing updates and returns exactly those. */
export async function deleteNoteUpdates(
  trx: Trx,
  { articleId, tabId }: NoteAddress,
): Promise<{ seq: number; update: Buffer }[]> {
  const { rows } = await sql<{ seq: number; update: Buffer }>`
    delete from note_updates where article_id = ${articleId} and tab_id = ${tabId} returning seq, update
  `.execute(trx)
  return rows.toSorted((one, other) => one.seq - other.seq)
}

export async function findSnapshot(trx: Trx, { articleId, tabId }: NoteAddress): Promise<Buffer | null> {
  const { rows } = await sql<{ snapshot: Buffer }>`
    select snapshot from notes where article_id = ${articleId} and tab_id = ${tabId} for update
  `.execute(trx)
  return rows[0]?.snapshot ?? null
}

export async function saveSnapshot(
  trx: Trx,
  { articleId, tabId }: NoteAddress,
  snapshot: Uint8Array,
  seq: number,
): Promise<void> {
  await sql`
    insert into notes (article_id, tab_id, snapshot, snapshot_seq)
    values (${articleId}, ${tabId}, ${Buffer.from(snapshot)}, ${seq})
    on conflict (article_id, tab_id) do update
    set snapshot = excluded.snapshot, snapshot_seq = excluded.snapshot_seq, updated_at = now()
  `.execute(trx)
}

/** Restarts retention, so that deleted tabs stay restorable. */
export async function touchNotes(db: Db, articleId: string, tabIds: readonly string[]): Promise<void> {
  await sql`
    update notes set updated_at = now() where article_id = ${articleId} and tab_id = any(${tabIds}::text[])
  `.execute(db)
}

/**
 * Removes notes that nobody touched since then and that nothing needs. The owner of notes decides what is needed:
 * `isNeeded` is an expression about the note `n`. Returns their number.
 */
export async function deleteUnneededNotes(
  db: Db,
  untouchedSince: Date,
  isNeeded: RawBuilder<boolean>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from notes n
      where n.updated_at < ${untouchedSince} and not ${isNeeded} and not exists (
        select from note_updates u
        where u.article_id = n.article_id and u.tab_id = n.tab_id and u.created_at >= ${untouchedSince}
      )
      returning n.article_id, n.tab_id
    ), updates as (
      delete from note_updates u using gone where u.article_id = gone.article_id and u.tab_id = gone.tab_id
    )
    select count(*) from gone
  `.execute(db)
  return rows[0]?.count ?? 0
}
