/**
 * Removes uploads without activity for seven days, both rows and bytes. A file is deleted before its rows are
 * committed: if the process dies between the two, the next sweep repeats both. Files without any row (their company was
 * deleted, or a join died at its end) are removed at the same age.
 */
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { removeStrays } from '../../platform/files/index.ts'
import type { JobServices } from '../../platform/jobs/index.ts'
import { originalsFolder } from './create-part.ts'
import { deleteAcceptedParts, deleteAbandonedParts, listAbandonedFiles, listNeededFiles } from './video-part.queries.ts'

const retentionMs = 7 * 86_400_000
const batchSize = 200

type SweepServices = Pick<JobServices, 'db' | 'files'>

export async function sweepParts(
  services: SweepServices,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<{ files: number; strays: number }> {
  const before = new Date(now.getTime() - retentionMs)
  const files = await sweepAbandonedUploads(services, before, signal)
  await deleteAcceptedParts(services.db, before)
  const strays = await removeStrays(services.files, {
    folder: originalsFolder,
    before,
    listReferenced: (keys) => listNeededFiles(services.db, keys),
    signal,
  })
  return { files, strays }
}

async function sweepAbandonedUploads(
  { db, files }: SweepServices,
  before: Date,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0
  for (let found = batchSize; found === batchSize;) {
    signal?.throwIfAborted()
    const keys = await listAbandonedFiles(db, before, batchSize)
    found = keys.length
    for (const key of keys) {
      const isGone = await runTransaction(db, async (trx) => {
        if (!(await deleteAbandonedParts(trx, key, before))) return false
        await files.remove(key)
        return true
      })
      if (isGone) removed++
    }
  }
  return removed
}
