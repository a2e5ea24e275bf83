import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

export const sendEmailConfirmation = defineJob({
  name: 'send-email-confirmation',
  title: 'Send an email confirmation',
  payload: z.strictObject({ userId: z.uuid() }),
  load: async () => {
    const { mailEmailConfirmation } = await import('./mail-email-confirmation.ts')
    return async ({ payload, services, log }) => log(await mailEmailConfirmation(services, payload))
  },
})
