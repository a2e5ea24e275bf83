import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'

/**
 * Whatever may still play a recording: articles and drafts (also those that wait for their end in the bin), what a draft
 * goes back to when it is discarded, versions, and drafts that wait for it.
 */
const usedIds = sql`
  select used.id from (
    select jsonb_path_query(paragraphs, 'strict $.**.videoId') #>> '{}' as id from articles
    union
    select jsonb_path_query(session_start, 'strict $.paragraphs.**.videoId') #>> '{}' from articles
    union
    select jsonb_path_query(content, 'strict $.paragraphs.**.videoId') #>> '{}' from article_versions
    union
    select accept_session_id::text from articles where is_not_uploaded_video
  ) used where used.id is not null`

/** Writes down which recordings nothing uses from now on, and takes it back of those that are used again. */
export async function markUnusedVideos(db: Db, now: Date): Promise<void> {
  await sql`
    with used as materialized (${usedIds})
    update videos v set unused_since = case when v.unused_since is null then ${now}::timestamptz end
    where (v.unused_since is null) = (v.id::text not in (select id from used))`.execute(db)
}

/** Those that nothing has used since then; their files are found by the sweeps of files. Gives how many. */
export async function deleteUnusedVideos(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from videos where id in (
      select id from videos where unused_since < ${before}
      order by unused_since limit ${limit} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
