/** All SQL for the steps and their results. */
import { videoStep, type VideoStep, type VideoStepStatus } from '@knowreel/shared/video/video.wire.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/db.ts'
import { endedValues, releasedValues, startedValues } from '../../upload/attempt-values.ts'
import type { VideosTable } from '../../video.tables.ts'

/** In the order in which they run. */
const allSteps = videoStep.options

export type ProcessedVideo = Pick<
  VideosTable,
  'id' | 'original_key' | 'main_key' | 'first_key' | 'duration' | 'width' | 'height' | 'has_audio'
> & {
  readonly size: number
}

export async function findProcessedVideo(db: Db, videoId: string): Promise<ProcessedVideo | null> {
  const row = await db
    .selectFrom('videos')
    .where('id', '=', videoId)
    .select(['id', 'original_key', 'main_key', 'first_key', 'duration', 'width', 'height', 'has_audio', 'size'])
    .executeTakeFirst()
  return row ?? null
}

/** Existing rows stay unchanged. */
export async function insertSteps(db: Db, videoId: string): Promise<void> {
  await db
    .insertInto('video_steps')
    .values(allSteps.map((step) => ({ video_id: videoId, step })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type StepRow = {
  readonly step: VideoStep
  readonly status: VideoStepStatus
  readonly attempts: number
  readonly progress: number
  readonly error: string | null
}

export async function listSteps(db: Db, videoId: string): Promise<StepRow[]> {
  const rows = await db
    .selectFrom('video_steps')
    .where('video_id', '=', videoId)
    .select(['step', 'status', 'attempts', 'progress', 'error'])
    .execute()
  return rows.toSorted((one, other) => allSteps.indexOf(one.step) - allSteps.indexOf(other.step))
}

type FailedRecording = { readonly videoId: string; readonly step: VideoStep; readonly error: string }

/** Those of these recordings that did not become playable everywhere, with the step that failed. */
export async function listFailedRecordings(
  db: Db,
  videos: readonly Pick<VideosTable, 'id' | 'main_key'>[],
): Promise<FailedRecording[]> {
  const unfinished = videos.filter(({ main_key }) => main_key === null).map(({ id }) => id)
  if (unfinished.length === 0) return []
  const rows = await db
    .selectFrom('video_steps')
    .where('video_id', 'in', unfinished)
    .where('step', 'in', ['probe', 'remux'])
    .where('status', '=', 'failed')
    .select(['video_id', 'step', 'error'])
    .execute()
  return rows.map(({ video_id: videoId, step, error }) => ({ videoId, step, error: error ?? 'video_failed' }))
}

type Run = { readonly videoId: string; readonly step: VideoStep; readonly runId: string }

/** Returns the number of this attempt; null if no work is left. */
export async function startStep(db: Db, { videoId, step, runId }: Run): Promise<number | null> {
  const row = await db
    .updateTable('video_steps')
    .set(startedValues(runId))
    .where('video_id', '=', videoId)
    .where('step', '=', step)
    .where('status', 'in', ['waiting', 'running'])
    .returning('attempts')
    .executeTakeFirst()
  return row?.attempts ?? null
}

const updateCurrentRun = (db: Db, { videoId, step, runId }: Run) =>
  db
    .updateTable('video_steps')
    .where('video_id', '=', videoId)
    .where('step', '=', step)
    .where('run_id', '=', runId)
    .where('status', '=', 'running')

/** False if the attempt is no longer the current one. */
export async function endStep(
  db: Db,
  run: Run,
  status: 'done' | 'failed' | 'skipped',
  error: string | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await updateCurrentRun(db, run).set(endedValues(status, error)).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks the step; false if the attempt is no longer the current one. */
export async function isCurrentRun(trx: Trx, { videoId, step, runId }: Run): Promise<boolean> {
  const row = await trx
    .selectFrom('video_steps')
    .where('video_id', '=', videoId)
    .where('step', '=', step)
    .where('run_id', '=', runId)
    .where('status', '=', 'running')
    .select('step')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function releaseStep(db: Db, run: Run, isCounted: boolean): Promise<void> {
  await updateCurrentRun(db, run).set(releasedValues(isCounted)).execute()
}

export async function saveStepProgress(db: Db, run: Run, percent: number): Promise<void> {
  await updateCurrentRun(db, run).set({ progress: percent }).execute()
}

/** Returns false if the step has not failed. */
export async function resetStep(trx: Trx, videoId: string, step: VideoStep): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('video_steps')
    .set({ status: 'waiting', attempts: 0, progress: 0, error: null, started_at: null, finished_at: null })
    .where('video_id', '=', videoId)
    .where('step', '=', step)
    .where('status', '=', 'failed')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * The values and files that a step produced. The sweep removes replaced files later, so that playback in progress is
 * not interrupted.
 */
export type VideoChange = Partial<
  Pick<
    VideosTable,
    | 'main_key'
    | 'first_key'
    | 'first_mime'
    | 'poster_key'
    | 'storyboard_key'
    | 'peaks_key'
    | 'audio_key'
    | 'duration'
    | 'stated_duration'
    | 'width'
    | 'height'
    | 'has_audio'
  >
> & { readonly storyboard?: string; readonly status?: 'finished' }

export async function saveVideoChange(trx: Trx, videoId: string, change: VideoChange): Promise<void> {
  await trx
    .updateTable('videos')
    .set({ ...change, ...(change.status === 'finished' ? { error: null } : {}), updated_at: sql`now()` })
    .where('id', '=', videoId)
    .execute()
}

/** A recording that is already playable stays unchanged. */
export async function failVideo(db: Db, videoId: string, error: string): Promise<void> {
  await db
    .updateTable('videos')
    .set({ status: 'error', error, updated_at: sql`now()` })
    .where('id', '=', videoId)
    .where('main_key', 'is', null)
    .where('first_key', 'is', null)
    .execute()
}

export async function resumeVideo(trx: Trx, videoId: string): Promise<void> {
  await trx
    .updateTable('videos')
    .set({ status: 'processing', error: null, updated_at: sql`now()` })
    .where('id', '=', videoId)
    .where('status', '=', 'error')
    .execute()
}

/**
 * Which of these files neither a recording nor a rendition names. Scans all rows once, however many files are checked.
 */
export async function findUnusedFiles(db: Db, keys: readonly string[]): Promise<string[]> {
  const asked = sql`${[...keys]}::text[]`
  const { rows } = await sql<{ key: string }>`
    select unnest(${asked}) as key
    except select named.key
      from videos
      cross join lateral (values (original_key), (main_key), (first_key), (poster_key), (storyboard_key), (peaks_key),
        (audio_key)) named (key)
      where named.key = any(${asked})
    except select named.key
      from renditions
      cross join lateral (values (file_key), (poster_key), (storyboard_key)) named (key)
      where named.key = any(${asked})`.execute(db)
  return rows.map(({ key }) => key)
}
