import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

export const removeIdleDrafts = defineJob({
  name: 'remove-idle-drafts',
  title: 'Remove unchanged drafts that nobody has open',
  payload: z.strictObject({}),
  cron: '*/2 * * * *',
  load: async () => {
    const { cleanUpIdleDrafts } = await import('./idle-drafts.ts')
    return async ({ services, log }) => log(`Removed ${await cleanUpIdleDrafts(services.db)}`)
  },
})
