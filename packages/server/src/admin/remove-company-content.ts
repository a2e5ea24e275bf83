/**
 * Deletes a closed company in small transactions, so that other companies keep working. Each batch looks for what is
 * left, so a restarted worker continues. Rows go first; the job that removes their files is in the same transaction. The
 * company's own row is the last.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { purgeArticlesOfCompany } from '../article/index.ts'
import { deletePaymentsOfCompany } from '../billing/index.ts'
import { deleteFilesOfCompany } from '../file/index.ts'
import { deleteJobsOfCompany } from '../import-export/index.ts'
import type { Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { removeFiles } from '../platform/files/index.ts'
import type { JobServices } from '../platform/jobs/index.ts'
import { deleteVideosOfCompany } from '../video/index.ts'
import { deleteDeliveriesOfCompany } from '../webhook/index.ts'
import {
  deleteCompanyRow,
  isCompanyClosed,
  listCompanyColumns,
  removeCompanyFrom,
  type CompanyColumn,
} from './company-removal.queries.ts'

const batchSize = 100

type Removal = {
  readonly services: Pick<JobServices, 'db' | 'jobs'>
  readonly companyId: string
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

type Batch = (trx: Trx, companyId: string, limit: number) => Promise<{ count: number; keys: string[] }>
/** Its name, in the log, and how some of its rows are deleted. */
type Step = readonly [string, Batch]

const withoutFiles =
  (batch: (...input: Parameters<Batch>) => Promise<number>): Batch =>
  async (...input) => ({ count: await batch(...input), keys: [] })

const stepOf = (column: CompanyColumn): Step => [
  `${column.isCleared ? 'references' : 'rows'} in ${column.table}`,
  withoutFiles((trx, companyId, limit) => removeCompanyFrom(trx, column, companyId, limit)),
]

/** Rows with files, rows that do not name the company, and those of which some stay. */
const ownSteps: readonly Step[] = [
  ['files', deleteFilesOfCompany],
  ['articles and drafts', withoutFiles(purgeArticlesOfCompany)],
  ['files of recordings', deleteVideosOfCompany],
  ['imports and exports', deleteJobsOfCompany],
  ['payments', withoutFiles(deletePaymentsOfCompany)],
  ['deliveries of webhooks', withoutFiles(deleteDeliveriesOfCompany)],
]

export async function removeCompanyContent({ services, companyId, signal, log }: Removal): Promise<void> {
  const { db, jobs } = services
  // Nothing of a company that is not closed is deleted, however this job was enqueued.
  if (!(await isCompanyClosed(db, companyId))) return
  const columns = await listCompanyColumns(db)
  const notifications = columns.filter(({ table }) => table === 'notifications')
  // Notifications come first, so that articles have none that their deletion would have to find. The other tables come
  // last, so that nothing is left that the deletion of the company's row would take with it in one statement.
  for (const [name, batch] of [...notifications.map(stepOf), ...ownSteps, ...columns.map(stepOf)]) {
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
    if (total > 0) log(`Deleted ${total} ${name}`)
  }
  await runTransaction(db, async (trx) => {
    const logo = await deleteCompanyRow(trx, companyId)
    if (logo !== null) await jobs.enqueue(trx, removeFiles, { keys: [logo] })
  })
  log('Deleted the company')
}
