/** The state of generating a transcript: which attempt is current, and what it saves. */
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/db.ts'
import type { StoredWords } from '../transcription.tables.ts'

type Run = { readonly videoId: string; readonly runId: string }

type TranscribedVideo = {
  readonly duration: number
  readonly audioKey: string | null
  readonly isAiEnabled: boolean
}

export async function findTranscribedVideo(db: Db, videoId: string): Promise<TranscribedVideo | null> {
  const row = await db
    .selectFrom('videos as v')
    .innerJoin('companies as c', 'c.id', 'v.company_id')
    .where('v.id', '=', videoId)
    .select(['v.duration', 'v.audio_key as audioKey', 'c.is_ai_enabled as isAiEnabled'])
    .executeTakeFirst()
  return row === undefined ? null : { ...row, duration: row.duration ?? 0 }
}

export type GenerationOptions = { readonly language: string | null; readonly keepsEdits: boolean }

/**
 * Those of these recordings with sound that are not being transcribed yet; they wait from now on. A recording whose
 * sound does not exist yet is transcribed when it does.
 */
export async function requestTranscripts(
  trx: Trx,
  { companyId, videoIds }: { readonly companyId: string; readonly videoIds: readonly string[] },
  { language, keepsEdits }: GenerationOptions,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into transcripts (video_id, status, requested_language, keeps_edits)
    select v.id, 'waiting', ${language}, ${keepsEdits} from videos v
    where v.company_id = ${companyId} and v.id::text = any(${videoIds}::text[]) and v.audio_key is not null
    order by v.id
    on conflict (video_id) do update set
      status = 'waiting', run_id = null, attempts = 0, progress = 0, error = null, started_at = null, finished_at = null,
      requested_language = excluded.requested_language, keeps_edits = excluded.keeps_edits
      where transcripts.status not in ('waiting', 'running')
    returning video_id as id
  `.execute(trx)
  return rows.map(({ id }) => id)
}

/** For a recording that has just got its sound; false if it has a transcript. */
export async function requestFirstTranscript(trx: Trx, videoId: string): Promise<boolean> {
  const row = await trx
    .insertInto('transcripts')
    .values({ video_id: videoId, status: 'waiting' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('video_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function startRun(
  db: Db,
  { videoId, runId }: Run,
): Promise<{ readonly attempts: number; readonly language: string | null } | null> {
  const row = await db
    .updateTable('transcripts')
    .set({
      status: 'running',
      run_id: runId,
      attempts: sql`attempts + 1`,
      progress: 0,
      partial: null,
      error: null,
      started_at: sql`now()`,
    })
    .where('video_id', '=', videoId)
    .where('status', 'in', ['waiting', 'running'])
    .returning(['attempts', 'requested_language as language'])
    .executeTakeFirst()
  return row ?? null
}

const updateRun = (db: Db, { videoId, runId }: Run) =>
  db
    .updateTable('transcripts')
    .where('video_id', '=', videoId)
    .where('run_id', '=', runId)
    .where('status', '=', 'running')

const selectRun = (db: Db | Trx, { videoId, runId }: Run) =>
  db
    .selectFrom('transcripts')
    .where('video_id', '=', videoId)
    .where('run_id', '=', runId)
    .where('status', '=', 'running')

export async function isCurrentRun(db: Db, run: Run): Promise<boolean> {
  return (await selectRun(db, run).select('video_id').executeTakeFirst()) !== undefined
}

export async function lockRun(trx: Trx, run: Run): Promise<{ readonly keepsEdits: boolean } | null> {
  return (await selectRun(trx, run).select('keeps_edits as keepsEdits').forUpdate().executeTakeFirst()) ?? null
}

type Result = {
  readonly heard: StoredWords
  readonly words: StoredWords
  readonly language: string | null
  readonly engine: string | null
}

export async function endRun(trx: Trx, run: Run, { heard, words, language, engine }: Result): Promise<void> {
  await updateRun(trx, run)
    .set({
      status: 'done',
      progress: 100,
      heard: JSON.stringify(heard),
      words: JSON.stringify(words),
      partial: null,
      language,
      engine,
      revision: sql`revision + 1`,
      finished_at: sql`now()`,
    })
    .execute()
}

export async function failRun(db: Db, run: Run, error: string): Promise<void> {
  await updateRun(db, run)
    .set({ status: 'failed', progress: 0, partial: null, error, finished_at: sql`now()` })
    .execute()
}

/** Back to waiting. An attempt that we interrupted ourselves is not counted. */
export async function releaseRun(db: Db, run: Run, isCounted: boolean): Promise<void> {
  await updateRun(db, run)
    .set({ status: 'waiting', progress: 0, partial: null, attempts: isCounted ? sql`attempts` : sql`attempts - 1` })
    .execute()
}

/** `partial`: all words so far; null keeps those that are stored. */
export async function saveRunProgress(
  db: Db,
  run: Run,
  { progress, partial }: { readonly progress: number; readonly partial: StoredWords | null },
): Promise<void> {
  await updateRun(db, run)
    .set({ progress, ...(partial === null ? {} : { partial: JSON.stringify(partial) }) })
    .execute()
}

/** The words that were there before stay. */
export async function cancelTranscripts(db: Db, videoIds: readonly string[]): Promise<void> {
  await sql`
    update transcripts set run_id = null, progress = 0, partial = null, status = case when words is null then 'none' else 'done' end
    where video_id = any(${videoIds}::uuid[]) and status in ('waiting', 'running')
  `.execute(db)
}

export type GenerationState = {
  readonly isOver: boolean
  /** In percent, over all recordings by their length. */
  readonly progress: number
  readonly isWaiting: boolean
  readonly error: string | null
}

export async function readGeneration(db: Db, videoIds: readonly string[]): Promise<GenerationState> {
  const { rows } = await sql<{ status: string; progress: number; error: string | null; duration: number }>`
    select t.status, t.progress, t.error, coalesce(v.duration, 0) as duration
    from transcripts t join videos v on v.id = t.video_id where t.video_id = any(${videoIds}::uuid[])
  `.execute(db)
  const isOpen = ({ status }: { status: string }) => status === 'waiting' || status === 'running'
  const total = rows.reduce((sum, { duration }) => sum + duration, 0)
  const done = rows.reduce((sum, row) => sum + row.duration * (isOpen(row) ? row.progress / 100 : 1), 0)
  return {
    isOver: !rows.some(isOpen),
    progress: total === 0 ? 0 : Math.floor((done / total) * 100),
    isWaiting: rows.every(({ status }) => status !== 'running'),
    error: rows.find(({ status, error }) => status === 'failed' && error !== null)?.error ?? null,
  }
}

/** Which of these recordings are being transcribed now. */
export async function listUnfinished(db: Db, companyId: string, videoIds: readonly string[]): Promise<string[]> {
  if (videoIds.length === 0) return []
  const rows = await db
    .selectFrom('transcripts as t')
    .innerJoin('videos as v', 'v.id', 't.video_id')
    .where('v.company_id', '=', companyId)
    .where(sql<boolean>`t.video_id::text = any(${videoIds}::text[])`)
    .where('t.status', 'in', ['waiting', 'running'])
    .select('t.video_id as id')
    .execute()
  return rows.map(({ id }) => id)
}
