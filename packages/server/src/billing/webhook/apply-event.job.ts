import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

export const applyBillingEvent = defineJob({
  name: 'apply-billing-event',
  title: 'Apply a message of the payment provider',
  payload: z.strictObject({ eventId: z.string() }),
  attempts: 12,
  concurrency: 2,
  load: async () => {
    const { applyEvent } = await import('./apply-event.ts')
    return async ({ payload: { eventId }, services: { db, billing } }) => {
      if (billing !== null) await applyEvent(db, billing, eventId)
    }
  },
})
