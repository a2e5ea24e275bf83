import { webhookLimits } from '@knowreel/shared/webhook/webhook-events.ts'
import * as z from 'zod'
import { defineJob, runBatches } from '../platform/jobs/index.ts'
import { cancelAbandoned, deleteOldDeliveries } from './delivery/delivery.queries.ts'

export const sweepWebhooks = defineJob({
  name: 'sweep-webhooks',
  title: `Delete webhook deliveries older than ${webhookLimits.logDays} days`,
  payload: z.strictObject({}),
  cron: '53 3 * * *',
  load:
    async () =>
    async ({ services: { db }, signal, log }) => {
      log(`Canceled ${await cancelAbandoned(db)}`)
      const deleteBatch = (size: number) => deleteOldDeliveries(db, webhookLimits.logDays, size)
      log(`Deleted ${await runBatches({ size: 1000, signal }, deleteBatch)}`)
    },
})
