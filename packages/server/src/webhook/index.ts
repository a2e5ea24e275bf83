export { deleteWebhookJob } from './delete-webhook.job.ts'
export { deleteDeliveriesOfCompany } from './delivery/delivery.queries.ts'
export { openWebhooks } from './open-webhooks.ts'
export { sweepWebhooks } from './sweep-webhooks.job.ts'
