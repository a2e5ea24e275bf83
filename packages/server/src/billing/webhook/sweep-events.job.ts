import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'
import { deleteOldEvents } from './event.queries.ts'

const batchSize = 1000

export const sweepBillingEvents = defineJob({
  name: 'sweep-billing-events',
  title: 'Delete messages of the payment provider older than 90 days',
  payload: z.strictObject({}),
  cron: '41 3 * * *',
  load:
    async () =>
    async ({ services: { db }, signal, log }) => {
      let count = 0
      for (let deleted = batchSize; deleted === batchSize; count += deleted) {
        signal.throwIfAborted()
        deleted = await deleteOldEvents(db, batchSize)
      }
      log(`Deleted ${count}`)
    },
})
