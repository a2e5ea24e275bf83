import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { Db } from '../../platform/database/db.ts'
import { removeFile } from '../../platform/files/index.ts'
import { runBatches, type Enqueue } from '../../platform/jobs/index.ts'
import { deleteUnusedFiles, markUnusedFiles } from './unused-file.queries.ts'

const dayMs = 86_400_000

/** Someone who removes a file from a note may want it back. */
const retentionDays = 30
/** An uploaded file is inserted into the note immediately, or not at all. */
const neverUsedDays = 1
/** A file in use is checked again after this time: notes are long, and few files leave them. */
const recheckDays = 6

const batchSize = 200

type Run = { readonly now: Date; readonly signal: AbortSignal }

/** Returns how many were deleted; jobs enqueued in the same transaction delete their bytes. */
export async function sweepUnusedFiles(db: Db, enqueue: Enqueue, { now, signal }: Run): Promise<number> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  const batches = { size: batchSize, signal }
  await runBatches(batches, (limit) => markUnusedFiles(db, { now, checkedBefore: daysAgo(recheckDays), limit }))
  const grace = { unusedSince: daysAgo(retentionDays), broughtBefore: daysAgo(neverUsedDays), limit: batchSize }
  return runBatches(batches, () =>
    runTransaction(db, async (trx) => {
      const deleted = await deleteUnusedFiles(trx, grace)
      for (const key of deleted.keys) await enqueue(trx, removeFile, { key })
      return deleted.count
    }),
  )
}
