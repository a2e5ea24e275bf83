import { AppError } from '@knowreel/shared/error/app-error.ts'
import { importLimits, isImportExportFinished } from '@knowreel/shared/import-export/import-export.rules.ts'
import type { Member } from '../access/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import { findArticleTitle } from '../article/index.ts'
import { lockWorkspaces, workspaceTitle } from '../workspace/index.ts'
import {
  countOpenJobs,
  insertJob,
  type ImportExportJobRow,
  deleteJob,
  findJob,
  lockJob,
  markCancelled,
} from './import-export.queries.ts'
import type { ExportOptions } from './import-export.tables.ts'
import { runExportJob } from './run-export.job.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { isFileKey, removeFile } from '../platform/files/index.ts'

/** Per person and company. */
const maxOpenJobs = 5

type Dependencies = { readonly db: Db; readonly enqueue: Enqueue }

type ExportTarget = {
  readonly workspaceId: string
  /** Null for the whole workspace. */
  readonly article: { readonly id: string } | null
}

export const startExport = (
  { db, enqueue }: Dependencies,
  member: Member,
  { workspaceId, article }: ExportTarget,
  options: ExportOptions,
): Promise<ImportExportJobRow> =>
  runTransaction(db, async (trx) => {
    await requireOpenSlot(trx, member)
    const title = article === null ? await workspaceTitle(trx, workspaceId) : await findArticleTitle(trx, article.id)
    const job = await insertJob(trx, {
      member,
      kind: 'export',
      workspaceId,
      articleId: article?.id ?? null,
      title,
      options,
    })
    await enqueue(trx, runExportJob, { jobId: job.id })
    return job
  })

type ImportInput = {
  readonly workspaceId: string
  readonly files: readonly { readonly name: string; readonly size: number }[]
  readonly isPublished: boolean
}

/** The work begins when all its files have arrived. */
export const startImport = (
  db: Db,
  member: Member,
  { workspaceId, files, isPublished }: ImportInput,
): Promise<ImportExportJobRow> =>
  runTransaction(db, async (trx) => {
    if (files.reduce((sum, { size }) => sum + size, 0) > importLimits.bytes)
      throw new AppError('too_large', { message: 'Files can have at most 1 GB in total' })
    const [workspace] = await lockWorkspaces(trx, [workspaceId])
    if (workspace === undefined) throw new AppError('workspace_not_found')
    if (workspace.isArchived) throw new AppError('workspace_archived')
    await requireOpenSlot(trx, member)
    const title = files[0]?.name ?? ''
    return insertJob(trx, {
      member,
      kind: 'import',
      workspaceId,
      articleId: null,
      title: files.length > 1 ? `${title} and ${files.length - 1} more` : title,
      options: { isPublished },
      sources: files.map(({ name, size }) => ({ name, size, key: null })),
    })
  })

async function requireOpenSlot(trx: Trx, member: Member): Promise<void> {
  if ((await countOpenJobs(trx, member)) >= maxOpenJobs)
    throw new AppError('already_running', { message: `You have ${maxOpenJobs} imports and exports in progress` })
}

/** The caller's own job in the company of the session; other people's jobs do not exist for them. */
export async function getOwnJob(db: Db, member: Member, id: string): Promise<ImportExportJobRow> {
  const job = isUuid(id) ? await findJob(db, id) : null
  if (job === null || job.user_id !== member.userId || job.company_id !== member.company.id)
    throw new AppError('not_found')
  return job
}

/** Cancels a running job: what an import has already written stays. A finished job is deleted with its files. */
export async function cancelOrDeleteJob({ db, enqueue }: Dependencies, member: Member, id: string): Promise<void> {
  await getOwnJob(db, member, id)
  await runTransaction(db, async (trx) => {
    const job = await lockJob(trx, id)
    if (job === null) throw new AppError('not_found')
    if (!isImportExportFinished(job.status)) return markCancelled(trx, id)
    const keys = [job.result_key, ...job.sources.map(({ key }) => key)]
    await deleteJob(trx, id)
    for (const key of keys) if (key !== null && isFileKey(key)) await enqueue(trx, removeFile, { key })
  })
}
