/** Deletes the files of an import or export a day after its end, and its row after a month. */
import { exportRetentionHours } from '@knowreel/shared/import-export/import-export.rules.ts'
import { removeStrays } from '../platform/files/index.ts'
import type { JobServices } from '../platform/jobs/index.ts'
import { deleteOldJobs, failAbandonedUploads, clearJobFiles, listReferencedFiles } from './import-export.queries.ts'
import { exportsFolder } from './export/run-export.ts'
import { importsFolder } from './receive-import.ts'

const retentionMs = exportRetentionHours * 3_600_000
const rowRetentionMs = 30 * 86_400_000

export async function sweepJobFiles(
  { db, files }: Pick<JobServices, 'db' | 'files'>,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<number> {
  const before = new Date(now.getTime() - retentionMs)
  await failAbandonedUploads(db, before)
  await clearJobFiles(db, before)
  await deleteOldJobs(db, new Date(now.getTime() - rowRetentionMs))
  let removed = 0
  for (const folder of [exportsFolder, importsFolder]) {
    removed += await removeStrays(files, {
      folder,
      before,
      listReferenced: (keys) => listReferencedFiles(db, keys),
      signal,
    })
  }
  return removed
}
