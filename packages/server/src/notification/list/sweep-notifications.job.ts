import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

export const sweepNotifications = defineJob({
  name: 'sweep-notifications',
  title: 'Remove notifications older than 90 days',
  payload: z.strictObject({}),
  cron: '23 3 * * *',
  load: async () => {
    const { removeOldNotifications } = await import('./sweep-notifications.ts')
    return async ({ services, signal, log }) =>
      log(`Removed ${await removeOldNotifications(services.db, { signal })} notifications and mails`)
  },
})
