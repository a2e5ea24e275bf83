/** All SQL for imports and exports. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { ImportExportReport } from '@knowreel/shared/import-export/import-export.wire.ts'
import type { ImportExportErrorCode } from '@knowreel/shared/import-export/import-export-notes.ts'
import { sql, type Selectable } from 'kysely'
import type { Member } from '../access/index.ts'
import type { Db, Tables, Trx } from '../platform/database/db.ts'
import type { ExportOptions, ImportOptions, ImportSource } from './import-export.tables.ts'

type StoredRow = Selectable<Tables['transfer_jobs']>
type CommonRow = Omit<StoredRow, 'kind' | 'options' | 'result_size'> & { readonly result_size: number | null }
export type ExportRow = CommonRow & { readonly kind: 'export'; readonly options: ExportOptions }
export type ImportRow = CommonRow & { readonly kind: 'import'; readonly options: ImportOptions }
export type ImportExportJobRow = ExportRow | ImportRow

const isOpen = sql<boolean>`status in ('uploading', 'waiting', 'running')`

// The driver returns bigint as a string.
const toRow = (row: StoredRow): ImportExportJobRow =>
  ({ ...row, result_size: row.result_size === null ? null : Number(row.result_size) }) as ImportExportJobRow

type NewJob = {
  readonly member: Member
  readonly kind: 'import' | 'export'
  readonly workspaceId: string
  readonly articleId: string | null
  readonly title: string
  readonly options: ExportOptions | ImportOptions
  readonly sources?: readonly ImportSource[]
}

export async function insertJob(trx: Trx, job: NewJob): Promise<ImportExportJobRow> {
  const row = await trx
    .insertInto('transfer_jobs')
    .values({
      id: newId(),
      company_id: job.member.company.id,
      user_id: job.member.userId,
      kind: job.kind,
      workspace_id: job.workspaceId,
      article_id: job.articleId,
      title: job.title,
      options: JSON.stringify(job.options),
      status: job.kind === 'export' ? 'waiting' : 'uploading',
      sources: JSON.stringify(job.sources ?? []),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toRow(row)
}

/** Locks the person's membership row, so that two concurrent requests cannot both pass the limit. */
export async function countOpenJobs(trx: Trx, { userId, company }: Member): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`transfers ${company.id} ${userId}`}, 0))`.execute(trx)
  const { count } = await trx
    .selectFrom('transfer_jobs')
    .where('user_id', '=', userId)
    .where('company_id', '=', company.id)
    .where(isOpen)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function findJob(db: Db, id: string): Promise<ImportExportJobRow | null> {
  const row = await db.selectFrom('transfer_jobs').where('id', '=', id).selectAll().executeTakeFirst()
  return row === undefined ? null : toRow(row)
}

export async function lockJob(trx: Trx, id: string): Promise<ImportExportJobRow | null> {
  const row = await trx.selectFrom('transfer_jobs').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
  return row === undefined ? null : toRow(row)
}

export async function listJobs(db: Db, { userId, company }: Member, limit: number): Promise<ImportExportJobRow[]> {
  const rows = await db
    .selectFrom('transfer_jobs')
    .where('user_id', '=', userId)
    .where('company_id', '=', company.id)
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toRow)
}

export async function saveSources(trx: Trx, id: string, sources: readonly ImportSource[]): Promise<void> {
  await trx
    .updateTable('transfer_jobs')
    .set({ sources: JSON.stringify(sources) })
    .where('id', '=', id)
    .execute()
}

export async function markWaiting(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('transfer_jobs').set({ status: 'waiting' }).where('id', '=', id).execute()
}

/** Null if it has ended or no longer exists. */
export async function startJob(db: Db, id: string): Promise<ImportExportJobRow | null> {
  const row = await db
    .updateTable('transfer_jobs')
    .set({ status: 'running' })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : toRow(row)
}

/** False if it was cancelled or no longer exists. */
export async function saveJobProgress(db: Db, id: string, progress: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transfer_jobs')
    .set({ progress })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

type ImportStep = { readonly from: number; readonly progress: number; readonly report: ImportExportReport }

/** False if it was cancelled, no longer exists, or another run is ahead; then this step must be rolled back. */
export async function advanceImport(trx: Trx, id: string, { from, progress, report }: ImportStep): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('transfer_jobs')
    .set({ cursor: from + 1, progress, report: JSON.stringify(report) })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('cursor', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

type JobOutcome = {
  readonly report: ImportExportReport
  readonly result?: { readonly key: string; readonly size: number }
}

/** False if it was cancelled or no longer exists. */
export async function finishJob(db: Db, id: string, { report, result }: JobOutcome): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transfer_jobs')
    .set({
      status: 'done',
      progress: 100,
      report: JSON.stringify(report),
      result_key: result?.key ?? null,
      result_size: result?.size ?? null,
      finished_at: new Date(),
    })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function failJob(db: Db, id: string, error: ImportExportErrorCode): Promise<void> {
  await db
    .updateTable('transfer_jobs')
    .set({ status: 'failed', error, finished_at: new Date() })
    .where('id', '=', id)
    .where(isOpen)
    .execute()
}

export async function markCancelled(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('transfer_jobs')
    .set({ status: 'cancelled', finished_at: new Date() })
    .where('id', '=', id)
    .execute()
}

export async function deleteJob(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('transfer_jobs').where('id', '=', id).execute()
}

/** Fails imports whose upload was abandoned. */
export async function failAbandonedUploads(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('transfer_jobs')
    .set({ status: 'failed', error: 'source_gone', finished_at: new Date() })
    .where('status', '=', 'uploading')
    .where('created_at', '<', before)
    .execute()
}

/** Clears the files from rows that ended before this time; the sweep then removes the bytes. */
export async function clearJobFiles(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('transfer_jobs')
    .set({ result_key: null, result_size: null, sources: '[]' })
    .where('finished_at', '<', before)
    .where(sql<boolean>`(result_key is not null or sources <> '[]')`)
    .execute()
}

export async function deleteOldJobs(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('transfer_jobs').where('finished_at', '<', before).execute()
}

/** Those of these files that a row still names. */
export async function listReferencedFiles(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select k.key from unnest(${keys}::text[]) as k (key)
    where exists (
      select from transfer_jobs t
      where t.result_key = k.key or t.sources @> jsonb_build_array(jsonb_build_object('key', k.key))
    )
  `.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** Deletes up to `limit` imports and exports of a company that is being removed. Returns the keys of their files. */
export async function deleteJobsOfCompany(
  db: Db,
  companyId: string,
  limit: number,
): Promise<{ count: number; keys: string[] }> {
  const { rows } = await sql<{ keys: (string | null)[] }>`
    delete from transfer_jobs where id in (select id from transfer_jobs where company_id = ${companyId} limit ${limit})
    returning array(select source ->> 'key' from jsonb_array_elements(sources) source) || result_key as keys
  `.execute(db)
  return { count: rows.length, keys: rows.flatMap(({ keys }) => keys.flatMap((key) => key ?? [])) }
}
