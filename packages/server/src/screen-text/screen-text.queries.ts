import { sql } from 'kysely'
import type { Db, Trx } from '../platform/database/db.ts'
import type { ShownLine, VisibleLine } from './visible-lines.ts'

type ReadVideo = {
  readonly key: string
  /** In ms. */
  readonly duration: number
  readonly width: number
  readonly height: number
}

/** Null if it is gone, or has no file that plays everywhere. */
export async function findReadableVideo(db: Db, videoId: string): Promise<ReadVideo | null> {
  const row = await db
    .selectFrom('videos')
    .where('id', '=', videoId)
    .select(['main_key as key', 'duration', 'width', 'height'])
    .executeTakeFirst()
  if (!row?.key || row.duration === null || !row.width || !row.height) return null
  return { key: row.key, duration: row.duration, width: row.width, height: row.height }
}

export type Run = { readonly videoId: string; readonly runId: string }

export type Reading = {
  readonly attempts: number
  readonly moments: number[] | null
  readonly readCount: number
  readonly visible: VisibleLine[]
  readonly lineCount: number
}

/** Begins an attempt, which continues the one before it; null if the recording was read, or is gone. */
export async function startReading(db: Db, { videoId, runId }: Run): Promise<Reading | null> {
  const { rows } = await sql<Reading>`
    insert into screen_texts as t (video_id, run_id, attempts)
    select id, ${runId}, 1 from videos where id = ${videoId}
    on conflict (video_id) do update set run_id = excluded.run_id, attempts = t.attempts + 1
      where t.status = 'reading'
    returning attempts, moments, read_count as "readCount", visible, line_count as "lineCount"
  `.execute(db)
  return rows[0] ?? null
}

const updateRun = (db: Db, { videoId, runId }: Run) =>
  db
    .updateTable('screen_texts')
    .where('video_id', '=', videoId)
    .where('run_id', '=', runId)
    .where('status', '=', 'reading')

/** False if the attempt is no longer the current one. */
export async function saveMoments(db: Db, run: Run, moments: number[]): Promise<boolean> {
  const { numUpdatedRows } = await updateRun(db, run).set({ moments }).executeTakeFirst()
  return numUpdatedRows > 0n
}

export type Progress = {
  readonly readCount: number
  readonly visible: readonly VisibleLine[]
  /** Number of the lines saved before. */
  readonly lineCount: number
  readonly lines: readonly ShownLine[]
  readonly isDone: boolean
}

/** Saves what was read since the last time; false if the attempt is no longer the current one. */
export async function saveLines(trx: Trx, run: Run, progress: Progress): Promise<boolean> {
  const { lines, lineCount, isDone } = progress
  const { numUpdatedRows } = await updateRun(trx, run)
    .set({
      read_count: progress.readCount,
      visible: JSON.stringify(progress.visible),
      line_count: lineCount + lines.length,
      // Text that was read shows that the recording kills no workers.
      attempts: 1,
      ...(isDone && { status: 'done', finished_at: sql<Date>`now()` }),
    })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (lines.length > 0)
    await sql`
      insert into screen_text_lines (video_id, position, starts_at, ends_at, content)
      select ${run.videoId}, ${lineCount} + position - 1, starts_at, ends_at, content
      from unnest(${lines.map(({ start }) => start)}::int[], ${lines.map(({ end }) => end)}::int[],
        ${lines.map(({ text }) => text)}::text[]) with ordinality as line (starts_at, ends_at, content, position)
    `.execute(trx)
  return true
}

/** An attempt that we interrupted ourselves is not counted. */
export async function releaseReading(db: Db, run: Run): Promise<void> {
  await updateRun(db, run)
    .set({ attempts: sql<number>`greatest(attempts - 1, 0)` })
    .execute()
}

export async function failReading(db: Db, run: Run): Promise<void> {
  await updateRun(db, run)
    .set({ status: 'failed', finished_at: sql<Date>`now()` })
    .execute()
}

/** When recordings that show text were read. */
export async function listReadTimes(db: Db, videoIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; readAt: Date }>`
    select video_id as id, finished_at as "readAt" from screen_texts
    where video_id = any(${videoIds}::uuid[]) and status = 'done' and line_count > 0
  `.execute(db)
  return new Map(rows.map(({ id, readAt }) => [id, readAt.toISOString()]))
}

/** The lines of recordings that were read; bounded by the number of lines of each. */
export async function listShownLines(
  db: Db,
  videoIds: readonly string[],
): Promise<{ videoId: string; start: number; end: number; text: string }[]> {
  const { rows } = await sql<{ videoId: string; start: number; end: number; text: string }>`
    select l.video_id as "videoId", l.starts_at as start, l.ends_at as "end", l.content as text
    from screen_text_lines l join screen_texts t using (video_id)
    where video_id = any(${videoIds}::uuid[]) and t.status = 'done'
    order by l.video_id, l.starts_at, l.position
  `.execute(db)
  return rows
}

/** Playable recordings that nobody has read, newest first. */
export async function listUnreadVideos(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from videos v
    where v.main_key is not null and v.updated_at < now() - interval '30 minutes'
      and not exists (select from screen_texts t where t.video_id = v.id and t.status <> 'reading')
    order by v.created_at desc limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** When the pictures of these recordings change, ms of the recording; only of those that were looked at. */
export async function listChanges(db: Db, videoIds: readonly string[]): Promise<Map<string, readonly number[]>> {
  const { rows } = await sql<{ id: string; moments: number[] }>`
    select video_id as id, moments from screen_texts where video_id = any(${videoIds}::uuid[]) and moments is not null
  `.execute(db)
  return new Map(rows.map(({ id, moments }) => [id, moments]))
}
