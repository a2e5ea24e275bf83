/** All SQL for renditions. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { PlayMap } from '@knowreel/shared/video/play-map.ts'
import { sql, type Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/database/db.ts'
import { endedValues, releasedValues, startedValues } from '../upload/attempt-values.ts'
import type { RenditionsTable } from '../video.tables.ts'

export type RenditionRow = Selectable<RenditionsTable>

type MapKey = { readonly companyId: string; readonly hash: string }

/**
 * The rendition of this map, created if there is none; a failed one waits again. Its row stays locked until the
 * transaction ends, so that the sweep does not remove what is being published.
 */
export async function upsertRendition(
  trx: Trx,
  { companyId, hash, map }: MapKey & { readonly map: PlayMap },
): Promise<Pick<RenditionRow, 'id' | 'status'>> {
  return trx
    .insertInto('renditions')
    .values({ id: newId(), company_id: companyId, map_hash: hash, map: JSON.stringify(map) })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'map_hash']).doUpdateSet({
        requested_at: sql<Date>`now()`,
        status: sql`case renditions.status when 'failed' then 'waiting' else renditions.status end`,
        attempts: sql`case renditions.status when 'failed' then 0 else renditions.attempts end`,
        error: null,
      }),
    )
    .returning(['id', 'status'])
    .executeTakeFirstOrThrow()
}

export async function findRendition(db: Db, { companyId, hash }: MapKey): Promise<RenditionRow | null> {
  const row = await db
    .selectFrom('renditions')
    .where('company_id', '=', companyId)
    .where('map_hash', '=', hash)
    .selectAll()
    .executeTakeFirst()
  return row ?? null
}

/** By the hash of their map. */
export async function listRenditionPosters(
  db: Db,
  companyId: string,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map()
  const rows = await db
    .selectFrom('renditions')
    .where('company_id', '=', companyId)
    .where('map_hash', 'in', hashes)
    .where('poster_key', 'is not', null)
    .select(['map_hash', 'poster_key'])
    .execute()
  return new Map(rows.map((row) => [row.map_hash, row.poster_key ?? '']))
}

export async function findRenditionById(db: Db, id: string): Promise<RenditionRow | null> {
  return (await db.selectFrom('renditions').where('id', '=', id).selectAll().executeTakeFirst()) ?? null
}

/** Renditions without a file that play this recording. */
export async function listUnfinishedRenditions(db: Db, videoId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('renditions')
    .where('status', 'in', ['waiting', 'running'])
    .where(sql<boolean>`map @> ${JSON.stringify([{ videoId }])}::jsonb`)
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

type Run = { readonly id: string; readonly runId: string }

/** Returns the number of this attempt; null if no work is left. */
export async function startRendition(db: Db, { id, runId }: Run): Promise<number | null> {
  const row = await db
    .updateTable('renditions')
    .set(startedValues(runId))
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'running'])
    .returning('attempts')
    .executeTakeFirst()
  return row?.attempts ?? null
}

const updateCurrentRun = (db: Db, { id, runId }: Run) =>
  db.updateTable('renditions').where('id', '=', id).where('run_id', '=', runId).where('status', '=', 'running')

/** False if the attempt is no longer the current one. */
export async function endRendition(
  db: Db,
  run: Run,
  status: 'done' | 'failed',
  error: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await updateCurrentRun(db, run).set(endedValues(status, error)).executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function releaseRendition(db: Db, run: Run, isCounted: boolean): Promise<void> {
  await updateCurrentRun(db, run).set(releasedValues(isCounted)).execute()
}

export async function saveRenditionProgress(db: Db, run: Run, percent: number): Promise<void> {
  await updateCurrentRun(db, run).set({ progress: percent }).execute()
}

export type RenditionFile = {
  readonly file_key: string
  readonly size: number
  readonly duration: number
  readonly poster_key?: string
  readonly storyboard_key?: string
  /** JSON text. */
  readonly storyboard?: string
}

export async function saveRenditionFile(db: Db, id: string, file: RenditionFile): Promise<void> {
  await db.updateTable('renditions').set(file).where('id', '=', id).execute()
}

/** Locks the row; false if the attempt is no longer the current one. */
export async function isCurrentRendition(trx: Trx, { id, runId }: Run): Promise<boolean> {
  const row = await trx
    .selectFrom('renditions')
    .where('id', '=', id)
    .where('run_id', '=', runId)
    .where('status', '=', 'running')
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Returns its id; null if there is none or it has not failed. */
export async function resetFailedRendition(trx: Trx, { companyId, hash }: MapKey): Promise<string | null> {
  const row = await trx
    .updateTable('renditions')
    .set({ status: 'waiting', attempts: 0, progress: 0, error: null, requested_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('map_hash', '=', hash)
    .where('status', '=', 'failed')
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Deletes renditions that no article or version plays any more; the file sweep removes their files. Returns how many.
 */
export async function deleteUnusedRenditions(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from renditions r
    where r.requested_at < now() - interval '2 days'
      and not exists (
        select 1 from articles a
        where a.map_hash = r.map_hash and a.company_id = r.company_id
          and a.published_at is not null and a.original_id is null
      )
      and not exists (
        select 1 from article_versions v join articles a on a.id = v.article_id
        where v.map_hash = r.map_hash and a.company_id = r.company_id
      )`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
