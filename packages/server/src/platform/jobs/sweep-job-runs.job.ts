import * as z from 'zod'
import { defineJob } from './job.ts'
import { deleteOrphanedJobRuns } from './job-run.queries.ts'

export const sweepJobRuns = defineJob({
  name: 'sweep-job-runs',
  title: 'Remove logs of deleted jobs',
  payload: z.strictObject({}),
  cron: '23 2 * * *',
  load:
    async () =>
    async ({ services, log }) => {
      log(`Removed ${await deleteOrphanedJobRuns(services.db)}`)
    },
})
