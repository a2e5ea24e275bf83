import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import type { FoundCompany } from './admin-company.queries.ts'
import { closeCompany } from './company-removal.queries.ts'
import { removeCompanyJob } from './remove-company.job.ts'

type Dependencies = {
  readonly db: Db
  readonly enqueue: Enqueue
  readonly endBilling: (trx: Trx, companyId: string) => Promise<void>
}

/** Immediately unreachable; a job deletes what is in it. `title` is what the operator typed. */
export async function removeCompany(
  { db, enqueue, endBilling }: Dependencies,
  found: FoundCompany,
  title: string,
): Promise<void> {
  const { company } = found
  if (title !== company.title)
    throw new AppError('company_title_differs', {
      fields: [{ field: 'title', message: "Input value doesn't match the company name" }],
    })
  await runTransaction(db, async (trx) => {
    await closeCompany(trx, company.id)
    await endBilling(trx, company.id)
    await enqueue(trx, removeCompanyJob, { companyId: company.id }, { singletonKey: company.id })
  })
}
