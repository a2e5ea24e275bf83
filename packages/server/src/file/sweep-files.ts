import { runTransaction } from '../platform/database/run-transaction.ts'
import type { Db } from '../platform/database/db.ts'
import { removeFile } from '../platform/files/index.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import { deleteUnusedFiles, markUnusedFiles } from './unused-file.queries.ts'

const dayMs = 86_400_000

/** Who takes a file out of a note may want it back. */
const keptDays = 30
/** What was brought is put into the note at once, or not at all. */
const neverPlacedDays = 1
/** What was held is looked at again after this time: notes are long, and few files leave them. */
const lookAgainDays = 6

const batchSize = 200

type Run = { readonly now: Date; readonly signal: AbortSignal }

/** Gives how many went; their bytes go by jobs of their own, which leave with the rows. */
export async function sweepUnusedFiles(db: Db, enqueue: Enqueue, { now, signal }: Run): Promise<number> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  for (let looked = batchSize; looked === batchSize;) {
    signal.throwIfAborted()
    looked = await markUnusedFiles(db, { now, lookedBefore: daysAgo(lookAgainDays), limit: batchSize })
  }
  const grace = { unusedSince: daysAgo(keptDays), broughtBefore: daysAgo(neverPlacedDays), limit: batchSize }
  let count = 0
  for (let removed = batchSize; removed === batchSize; count += removed) {
    signal.throwIfAborted()
    removed = await runTransaction(db, async (trx) => {
      const deleted = await deleteUnusedFiles(trx, grace)
      for (const key of deleted.keys) await enqueue(trx, removeFile, { key })
      return deleted.count
    })
  }
  return count
}
