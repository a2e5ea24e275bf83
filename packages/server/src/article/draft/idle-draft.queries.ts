import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

const maxDraftsPerRun = 500

/** Nobody has had it open or changed it since then. */
const isIdle = (since: Date) => sql<boolean>`greatest(d.editors_seen_at, d.updated_at) < ${since}`

/** Drafts that may equal their original; only their live documents show whether they do. */
export async function listIdleDrafts(db: Db, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('articles as d')
    .innerJoin('articles as o', 'o.id', 'd.original_id')
    .where('d.published_at', 'is', null)
    .where('d.deleted_at', 'is', null)
    // Such a draft becomes a video article as soon as its recording is there.
    .where('d.is_not_uploaded_video', '=', false)
    .where((eb) => eb.or([eb('d.hash', 'is', null), eb('d.hash', '=', eb.ref('o.hash'))]))
    .where(isIdle(since))
    .select('d.id')
    .orderBy('d.updated_at')
    .limit(maxDraftsPerRun)
    .execute()
  return rows.map(({ id }) => id)
}

/** For never published drafts. */
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
 * Someone opens this draft, so it is no longer idle. Waits for a removal in progress; returns false if the draft is
 * gone and must not be opened.
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

/** Someone still has these drafts open. Written at most once a minute. */
export async function markEditorsSeen(db: Db, draftIds: readonly string[]): Promise<void> {
  if (draftIds.length === 0) return
  await db
    .updateTable('articles')
    .set({ editors_seen_at: new Date() })
    .where('id', 'in', draftIds)
    .where(sql<boolean>`(editors_seen_at is null or editors_seen_at < now() - interval '1 minute')`)
    .execute()
}

/** Someone typed in a live document: stores who saved last and marks the hash as unknown. */
export async function markEdited(db: Db, draftId: string, userId: string): Promise<void> {
  await db
    .updateTable('articles')
    .set({ updated_at: new Date(), updated_by_id: userId, hash: null })
    .where('id', '=', draftId)
    .where('published_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
}
