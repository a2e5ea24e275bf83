import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'

const mostAtOnce = 500

/** Nobody had it open or changed anything since then. */
const isIdle = (since: Date) => sql<boolean>`greatest(d.editors_seen_at, d.updated_at) < ${since}`

/** Drafts that may say the same as their original; whether they do, their live documents tell. */
export async function listIdleDrafts(db: Db, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('articles as d')
    .innerJoin('articles as o', 'o.id', 'd.original_id')
    .where('d.published_at', 'is', null)
    .where('d.deleted_at', 'is', null)
    // It is to become another one as soon as its recording is there.
    .where('d.is_not_uploaded_video', '=', false)
    .where((eb) => eb.or([eb('d.hash', 'is', null), eb('d.hash', '=', eb.ref('o.hash'))]))
    .where(isIdle(since))
    .select('d.id')
    .orderBy('d.updated_at')
    .limit(mostAtOnce)
    .execute()
  return rows.map(({ id }) => id)
}

/** Of never published drafts. */
export async function endIdleSessions(db: Db, since: Date): Promise<void> {
  await db
    .updateTable('articles as d')
    .set({ session_start: null, session_started_at: null })
    .where('d.session_start', 'is not', null)
    .where('d.published_at', 'is', null)
    .where('d.deleted_at', 'is', null)
    .where(isIdle(since))
    .execute()
}

/**
 * Somebody opens this draft: from here on it is not idle. Waits for whoever is removing it; false when it is no open draft
 * any more, and then it must not be opened.
 */
export async function markDraftOpened(db: Db, draftId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('articles')
    .set({ editors_seen_at: new Date() })
    .where('id', '=', draftId)
    .where('published_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Somebody still has these drafts open. Written once a minute at most. */
export async function markEditorsSeen(db: Db, draftIds: readonly string[]): Promise<void> {
  if (draftIds.length === 0) return
  await db
    .updateTable('articles')
    .set({ editors_seen_at: new Date() })
    .where('id', 'in', draftIds)
    .where(sql<boolean>`(editors_seen_at is null or editors_seen_at < now() - interval '1 minute')`)
    .execute()
}

/** Somebody typed in a live document: who saved last, and that the hash is to be found anew. */
export async function markEdited(db: Db, draftId: string, userId: string): Promise<void> {
  await db
    .updateTable('articles')
    .set({ updated_at: new Date(), updated_by_id: userId, hash: null })
    .where('id', '=', draftId)
    .where('published_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
}
