import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'
import { deleteUnusedRenditions } from '../rendition/rendition.queries.ts'
import { derivedFolder } from './run/run-attempt.ts'
import { findUnusedFiles } from './run/video-step.queries.ts'

/** Older than any step may run, and than any signed URL stays valid. Milliseconds. */
const minAgeMs = 2 * 86_400_000
const batchSize = 500

export const sweepVideoFiles = defineJob({
  name: 'sweep-video-files',
  title: 'Remove orphaned files of recordings',
  payload: z.strictObject({}),
  cron: '11 3 * * *',
  expireInSeconds: 3600,
  load:
    async () =>
    async ({ services: { db, files }, signal, log }) => {
      const renditions = await deleteUnusedRenditions(db)
      let removed = 0
      let batch: string[] = []
      const sweep = async () => {
        signal.throwIfAborted()
        for (const key of await findUnusedFiles(db, batch)) {
          await files.remove(key)
          removed++
        }
        batch = []
      }
      for await (const { key, modifiedAt } of files.list(derivedFolder)) {
        if (Date.now() - modifiedAt.getTime() > minAgeMs) batch.push(key)
        if (batch.length === batchSize) await sweep()
      }
      await sweep()
      // Unfinished files are nearly always derived from recordings, and large.
      await files.sweepTempFiles()
      log(`Removed ${removed} files; ${renditions} renditions are no longer needed`)
    },
})
