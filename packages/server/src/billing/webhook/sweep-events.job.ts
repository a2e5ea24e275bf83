import * as z from 'zod'
import { defineJob, runBatches } from '../../platform/jobs/index.ts'
import { deleteOldEvents } from './event.queries.ts'

export const sweepBillingEvents = defineJob({
  name: 'sweep-billing-events',
  title: 'Delete messages of the payment provider older than 90 days',
  payload: z.strictObject({}),
  cron: '41 3 * * *',
  load:
    async () =>
    async ({ services: { db }, signal, log }) => {
      log(`Deleted ${await runBatches({ size: 1000, signal }, (size) => deleteOldEvents(db, size))}`)
    },
})
