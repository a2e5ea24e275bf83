import { uploadLimits } from '@knowreel/shared/video/upload/upload-protocol.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/db.ts'

export type Part = {
  readonly id: string
  readonly userId: string
  readonly companyId: string
  readonly fileKey: string
  /** Byte of the file at which the part begins. */
  readonly start: number
  /** In bytes; null until the part is complete. */
  readonly size: number | null
  readonly sha256: Buffer | null
  readonly videoId: string | null
}

const partColumns = [
  'p.id',
  'p.user_id as userId',
  'p.company_id as companyId',
  'p.file_key as fileKey',
  'p.start',
  'p.size',
  'p.sha256',
  'p.video_id as videoId',
] as const

type Owner = { readonly userId: string; readonly companyId: string }

/** Returns the part that begins there: this one, or an existing incomplete one of the same owner. */
export async function insertPart(
  db: Db,
  part: Owner & { readonly id: string; readonly fileKey: string; readonly start: number },
): Promise<string | null> {
  const values = {
    id: part.id,
    company_id: part.companyId,
    user_id: part.userId,
    file_key: part.fileKey,
    start: part.start,
  }
  const row = await db
    .insertInto('video_parts')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['file_key', 'start'])
        .doUpdateSet({ updated_at: sql<Date>`now()` })
        .where('video_parts.size', 'is', null)
        .where('video_parts.user_id', '=', part.userId),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Null also if its owner is no longer an active member of its company. */
export async function findPart(db: Db, id: string): Promise<Part | null> {
  const row = await db
    .selectFrom('video_parts as p')
    .innerJoin('company_members as m', (join) =>
      join.onRef('m.user_id', '=', 'p.user_id').onRef('m.company_id', '=', 'p.company_id'),
    )
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .where('p.id', '=', id)
    .where('m.status', '=', 'active')
    .where('c.is_activated', '=', true)
    .select(partColumns)
    .executeTakeFirst()
  return row ?? null
}

/** The owner's parts among these, in no particular order. */
export const listParts = (db: Db, owner: Owner, ids: readonly string[]): Promise<Part[]> =>
  selectOwn(db, owner, ids).execute()

/** The complete parts of an upload that begins with this one, as far as they follow each other. */
export async function listStoredParts(
  db: Db,
  firstPartId: string,
): Promise<{ readonly id: string; readonly size: number }[]> {
  const rows = await db
    .selectFrom('video_parts as first')
    .innerJoin('video_parts as p', (join) =>
      join.onRef('p.file_key', '=', 'first.file_key').on('p.size', 'is not', null),
    )
    .where('first.id', '=', firstPartId)
    .orderBy('p.start')
    .select(['p.id', 'p.start', 'p.size'])
    .execute()
  let end = 0
  return rows.flatMap(({ id, start, size }) => {
    if (start !== end || size === null) return []
    end += size
    return [{ id, size }]
  })
}

/** The owner's parts among these, locked until the transaction ends; always in one order, to avoid deadlocks. */
export const lockParts = (trx: Trx, owner: Owner, ids: readonly string[]): Promise<Part[]> =>
  selectOwn(trx, owner, ids).orderBy('p.id').forUpdate().execute()

const selectOwn = (db: Db, { userId, companyId }: Owner, ids: readonly string[]) =>
  db
    .selectFrom('video_parts as p')
    .where('p.id', 'in', ids)
    .where('p.user_id', '=', userId)
    .where('p.company_id', '=', companyId)
    .select(partColumns)

/**
 * The uploads that a person has started and not accepted, each part counted at its maximum size until it is complete;
 * `recent` counts those of the last minute.
 */
export async function countOpenParts(
  db: Db,
  userId: string,
): Promise<{ parts: number; recent: number; bytes: number }> {
  const row = await db
    .selectFrom('video_parts')
    .where('user_id', '=', userId)
    .where('video_id', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('parts'))
    .select(sql<string>`coalesce(sum(coalesce(size, ${uploadLimits.partBytes})), 0)`.as('bytes'))
    .select(sql<number>`count(*) filter (where created_at > now() - interval '1 minute')`.as('recent'))
    .executeTakeFirstOrThrow()
  return { parts: row.parts, recent: row.recent, bytes: Number(row.bytes) }
}

export async function touchPart(db: Db, id: string): Promise<void> {
  await db.updateTable('video_parts').set({ updated_at: new Date() }).where('id', '=', id).execute()
}

/** False if the part no longer exists. */
export async function completePart(db: Db, id: string, facts: { size: number; sha256: Buffer }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('video_parts')
    .set({ ...facts, updated_at: new Date() })
    .where('id', '=', id)
    .where('size', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** In the order of the list. */
export async function claimParts(trx: Trx, videoId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update video_parts p set video_id = ${videoId}, place = l.place - 1, updated_at = now()
    from unnest(${ids}::uuid[]) with ordinality as l (id, place)
    where p.id = l.id
  `.execute(trx)
}

/** Deletes unused parts at the end of a file that became a recording without a copy. */
export async function deleteUnclaimedParts(trx: Trx, fileKey: string): Promise<void> {
  await trx.deleteFrom('video_parts').where('file_key', '=', fileKey).where('video_id', 'is', null).execute()
}

export const listPartsOfVideo = (db: Db, videoId: string): Promise<Part[]> =>
  db.selectFrom('video_parts as p').where('p.video_id', '=', videoId).orderBy('p.place').select(partColumns).execute()

/** Returns the files that no part needs any more. */
export async function deletePartsOfVideo(trx: Trx, videoId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with gone as (delete from video_parts where video_id = ${videoId} returning file_key)
    select distinct file_key as key from gone
    where not exists (select from video_parts p where p.file_key = gone.file_key and p.video_id is distinct from ${videoId})
  `.execute(trx)
  return rows.map(({ key }) => key)
}

/** Files whose parts are not accepted and have been inactive since then. */
export async function listAbandonedFiles(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('video_parts as p')
    .groupBy('p.file_key')
    .having(({ fn }) => fn.max('p.updated_at'), '<', before)
    .having(sql<boolean>`bool_and(p.video_id is null)`)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('videos as v').whereRef('v.original_key', '=', 'p.file_key').select('v.id'))),
    )
    .orderBy('p.file_key')
    .limit(limit)
    .select('p.file_key')
    .execute()
  return rows.map((row) => row.file_key)
}

/** False, and deletes nothing, if one of its parts has been active or accepted in the meantime. */
export async function deleteAbandonedParts(trx: Trx, fileKey: string, before: Date): Promise<boolean> {
  const rows = await trx
    .selectFrom('video_parts')
    .where('file_key', '=', fileKey)
    .select(['video_id', 'updated_at'])
    .forUpdate()
    .execute()
  if (rows.length === 0 || rows.some((row) => row.video_id !== null || row.updated_at >= before)) return false
  await trx.deleteFrom('video_parts').where('file_key', '=', fileKey).execute()
  return true
}

/** Deletes accepted parts that have expired. Their bytes belong to recordings and stay. */
export async function deleteAcceptedParts(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('video_parts')
    .where('updated_at', '<', before)
    .where('video_id', 'in', (eb) =>
      eb.selectFrom('videos as v').whereRef('v.original_key', '=', 'video_parts.file_key').select('v.id'),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Those of these files that a part or a recording needs. */
export async function listNeededFiles(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select k.key from unnest(${keys}::text[]) as k (key)
    where exists (select from video_parts p where p.file_key = k.key)
      or exists (select from videos v where v.original_key = k.key)
  `.execute(db)
  return new Set(rows.map(({ key }) => key))
}
