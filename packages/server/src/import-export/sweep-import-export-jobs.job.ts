import * as z from 'zod'
import { defineJob } from '../platform/jobs/index.ts'

export const sweepImportExportJobs = defineJob({
  name: 'sweep-transfers',
  title: 'Remove the files of finished imports and exports',
  payload: z.strictObject({}),
  cron: '41 * * * *',
  load: async () => {
    const { sweepJobFiles } = await import('./sweep-jobs.ts')
    return async ({ services, signal, log }) => {
      log(`Removed ${await sweepJobFiles(services, { signal })} files`)
    }
  },
})
