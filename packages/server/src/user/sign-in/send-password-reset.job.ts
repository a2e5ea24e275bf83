import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

/** The query runs here and not in the request, whose duration would reveal whether the address has an account. */
export const sendPasswordReset = defineJob({
  name: 'send-password-reset',
  title: 'Send a password reset email',
  payload: z.strictObject({ email: z.string().max(254) }),
  load: async () => {
    const { mailPasswordReset } = await import('./mail-password-reset.ts')
    return async ({ payload, services, log }) => log(await mailPasswordReset(services, payload))
  },
})
