import type { Db } from '../../platform/database/db.ts'
import { runBatches } from '../../platform/jobs/index.ts'
import { deleteOldMails, deleteOldNotifications, retentionDays } from './list.queries.ts'

/** Rows deleted per statement. */
const batchSize = 1000

export async function removeOldNotifications(
  db: Db,
  { now = new Date(), signal }: { readonly now?: Date; readonly signal?: AbortSignal } = {},
): Promise<number> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  let count = 0
  for (const deleteOld of [deleteOldNotifications, deleteOldMails])
    count += await runBatches({ size: batchSize, signal }, (size) => deleteOld(db, before, size))
  return count
}
