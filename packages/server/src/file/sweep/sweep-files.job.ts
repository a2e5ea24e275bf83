import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

export const sweepFiles = defineJob({
  name: 'sweep-files',
  title: 'Remove files that no note has used for 30 days',
  payload: z.strictObject({}),
  cron: '27 3 * * *',
  expireInSeconds: 3600,
  load: async () => {
    const { sweepUnusedFiles } = await import('./sweep-files.ts')
    return async ({ services, signal, log }) => {
      const count = await sweepUnusedFiles(services.db, services.jobs.enqueue, { now: new Date(), signal })
      log(`Removed ${count} files`)
    }
  },
})
