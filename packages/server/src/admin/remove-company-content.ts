/**
 * Deletes a closed company in small transactions, so that other companies keep working. Each batch looks for what is
 * left, so a restarted worker continues. Rows go first; the job that removes their files is in the same transaction. The
 * company's own row is the last.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { purgeArticlesOfCompany } from '../article/index.ts'
import { deleteFilesOfCompany } from '../file/index.ts'
import { deleteJobsOfCompany } from '../import-export/index.ts'
import type { Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { removeFiles } from '../platform/files/index.ts'
import type { JobServices } from '../platform/jobs/index.ts'
import { deleteVideosOfCompany } from '../video/index.ts'
import { deleteCompanyRow, deleteNotificationsOfCompany, isCompanyClosed } from './company-removal.queries.ts'

const batchSize = 100

type Removal = {
  readonly services: Pick<JobServices, 'db' | 'jobs'>
  readonly companyId: string
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

type Batch = (trx: Trx, companyId: string, limit: number) => Promise<{ count: number; keys: string[] }>

/** Rows that refer to others are deleted before those. */
const steps: readonly (readonly [string, Batch])[] = [
  ['notifications', async (...input) => ({ count: await deleteNotificationsOfCompany(...input), keys: [] })],
  ['files', deleteFilesOfCompany],
  ['articles and drafts', async (...input) => ({ count: await purgeArticlesOfCompany(...input), keys: [] })],
  ['files of recordings', deleteVideosOfCompany],
  ['imports and exports', deleteJobsOfCompany],
]

export async function removeCompanyContent({ services, companyId, signal, log }: Removal): Promise<void> {
  const { db, jobs } = services
  // Nothing of a company that is not closed is deleted, however this job was enqueued.
  if (!(await isCompanyClosed(db, companyId))) return
  for (const [name, batch] of steps) {
    let total = 0
    for (let count = 1; count > 0; total += count) {
      signal.throwIfAborted()
      const started = performance.now()
      count = await runTransaction(db, async (trx) => {
        const deleted = await batch(trx, companyId, batchSize)
        if (deleted.keys.length > 0) await jobs.enqueue(trx, removeFiles, { keys: deleted.keys })
        return deleted.count
      })
      // At most half of the time, so that everybody else has the other half.
      await delay(performance.now() - started, undefined, { signal })
    }
    log(`Deleted ${total} ${name}`)
  }
  await runTransaction(db, async (trx) => {
    const logo = await deleteCompanyRow(trx, companyId)
    if (logo !== null) await jobs.enqueue(trx, removeFiles, { keys: [logo] })
  })
  log('Deleted the company')
}
