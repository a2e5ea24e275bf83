import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

export const updatePaidSeats = defineJob({
  name: 'update-paid-seats',
  title: 'Change how many users companies pay for',
  payload: z.strictObject({}),
  load: async () => {
    const { updateDueSeats } = await import('./update-seats.ts')
    return async ({ services: { db, billing }, log }) => {
      if (billing !== null) await updateDueSeats(db, billing, log)
    }
  },
})
