import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { findUnusedFiles } from './pipeline/run/video-step.queries.ts'

/**
 * Everything that may still play a recording: articles and drafts (also those in the bin), the state a discard returns
 * to, versions, and drafts that wait for the recording.
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

/** Marks recordings that nothing uses any more, and unmarks those that are used again. */
export async function markUnusedVideos(db: Db, now: Date): Promise<void> {
  await sql`
    with used as materialized (${usedIds})
    update videos v set unused_since = case when v.unused_since is null then ${now}::timestamptz end
    where (v.unused_since is null) = (v.id::text not in (select id from used))`.execute(db)
}

/** Deletes recordings unused since this date; the file sweeps remove their files. Returns how many. */
export async function deleteUnusedVideos(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from videos where id in (
      select id from videos where unused_since < ${before}
      order by unused_since limit ${limit} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

type RemovedRows = { readonly count: number; readonly keys: string[] }

/**
 * Deletes up to `limit` recordings, renditions and upload parts of a company that is being removed. Returns the keys of
 * the files that no row of another company names.
 */
export async function deleteVideosOfCompany(db: Db, companyId: string, limit: number): Promise<RemovedRows> {
  const { rows } = await sql<{ key: string | null }>`
    with gone_parts as (
      delete from video_parts where id in (select id from video_parts where company_id = ${companyId} limit ${limit})
      returning file_key
    ), gone_videos as (
      delete from videos where id in (select id from videos where company_id = ${companyId} limit ${limit})
      returning original_key, main_key, first_key, poster_key, storyboard_key, peaks_key, audio_key
    ), gone_renditions as (
      delete from renditions where id in (select id from renditions where company_id = ${companyId} limit ${limit})
      returning file_key, poster_key, storyboard_key
    )
    select file_key as key from gone_parts
    union all select named.key from gone_videos cross join lateral (values (original_key), (main_key), (first_key),
      (poster_key), (storyboard_key), (peaks_key), (audio_key)) named (key)
    union all select named.key from gone_renditions
      cross join lateral (values (file_key), (poster_key), (storyboard_key)) named (key)
  `.execute(db)
  const keys = [...new Set(rows.flatMap(({ key }) => key ?? []))]
  return { count: rows.length, keys: keys.length === 0 ? [] : await findUnusedFiles(db, keys) }
}
