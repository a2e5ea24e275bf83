export { openWebhooks } from './open-webhooks.ts'
export { sweepWebhooks } from './sweep-webhooks.job.ts'
