import * as z from 'zod'
import { defineJob, runBatches } from '../platform/jobs/index.ts'
import { deleteDeliveriesOfWebhook } from './delivery/delivery.queries.ts'
import { deleteWebhookRow } from './webhook.queries.ts'

export const deleteWebhookJob = defineJob({
  name: 'delete-webhook',
  title: 'Delete a webhook and its deliveries',
  payload: z.strictObject({ webhookId: z.uuid() }),
  attempts: 20,
  load:
    async () =>
    async ({ payload: { webhookId }, services: { db }, signal, log }) => {
      const deleteBatch = (size: number) => deleteDeliveriesOfWebhook(db, webhookId, size)
      log(`Deleted ${await runBatches({ size: 1000, signal }, deleteBatch)} deliveries`)
      await deleteWebhookRow(db, webhookId)
    },
})
