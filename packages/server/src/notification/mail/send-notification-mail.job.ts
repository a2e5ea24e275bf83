import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

export const sendNotificationMail = defineJob({
  name: 'send-notification-mail',
  title: 'Send a notification email',
  payload: z.strictObject({ mailId: z.uuid() }),
  attempts: 10,
  backoff: { firstSeconds: 15, maxSeconds: 3600 },
  expireInSeconds: 120,
  concurrency: 2,
  load: async () => {
    const { mailNotifications } = await import('./mail-notifications.ts')
    return async ({ payload, services, signal, log }) =>
      log(await mailNotifications(services, payload.mailId, { signal }))
  },
})
