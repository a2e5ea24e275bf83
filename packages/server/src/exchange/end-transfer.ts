import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isTransferOver } from '@knowreel/shared/exchange/exchange.rules.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import type { Member } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { isFileKey, removeFile } from '../platform/files/index.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import { deleteTransfer, findTransfer, lockTransfer, markCancelled, type TransferRow } from './exchange.queries.ts'

type Parts = { readonly db: Db; readonly enqueue: Enqueue }

/** Of the caller in the company the session stands in; another one's is not there for them. */
export async function getOwnTransfer(db: Db, member: Member, id: string): Promise<TransferRow> {
  const job = isUuid(id) ? await findTransfer(db, id) : null
  if (job === null || job.user_id !== member.userId || job.company_id !== member.company.id)
    throw new AppError('not_found')
  return job
}

/** Cancels what is under way: what an import has written by then stays. What has ended is forgotten with its files. */
export async function endTransfer({ db, enqueue }: Parts, member: Member, id: string): Promise<void> {
  await getOwnTransfer(db, member, id)
  await runTransaction(db, async (trx) => {
    const job = await lockTransfer(trx, id)
    if (job === null) throw new AppError('not_found')
    if (!isTransferOver(job.status)) return markCancelled(trx, id)
    const keys = [job.result_key, ...job.sources.map(({ key }) => key)]
    await deleteTransfer(trx, id)
    for (const key of keys) if (key !== null && isFileKey(key)) await enqueue(trx, removeFile, { key })
  })
}
