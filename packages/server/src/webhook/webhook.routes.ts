import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { webhookCalls, type Webhook, type WebhookDelivery } from '@knowreel/shared/webhook/webhook.calls.ts'
import { serve } from '../access/index.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import type { Feature } from '../platform/http/feature.ts'
import type { JobServices } from '../platform/jobs/index.ts'
import { createWebhook, makeNewSecret, readSecret, saveWebhook, type WebhookServices } from './change-webhook.ts'
import { insertTestDelivery, listDeliveries, requestAttempt, type DeliveryRow } from './delivery/delivery.queries.ts'
import { toPayload } from './delivery/message.ts'
import { deleteWebhookJob } from './delete-webhook.job.ts'
import { webhookPolicy } from './webhook.policy.ts'
import { listWebhooks, markWebhookDeleted, type WebhookRow } from './webhook.queries.ts'

type Dependencies = WebhookServices & { readonly publicAddress: () => string; readonly jobs: JobServices['jobs'] }

export function webhookRoutes(services: Dependencies): Feature {
  const { db, jobs, publicAddress } = services
  const toView = (row: DeliveryRow) => toDelivery(row, publicAddress())

  return serve(webhookCalls, webhookPolicy, {
    list: async ({ subject }) => ({ webhooks: (await listWebhooks(db, subject.id)).map(toWebhook) }),
    create: async ({ subject, body }) => {
      const { webhook, secret } = await createWebhook(services, subject.id, body)
      return { webhook: toWebhook(webhook), secret }
    },
    get: ({ subject }) => Promise.resolve({ webhook: toWebhook(subject) }),
    save: async ({ subject, body }) => ({ webhook: toWebhook(await saveWebhook(services, subject, body)) }),
    remove: async ({ subject }) => {
      await runTransaction(db, async (trx) => {
        await markWebhookDeleted(trx, subject.id)
        await jobs.enqueue(trx, deleteWebhookJob, { webhookId: subject.id })
      })
      return { success: true as const }
    },
    secret: ({ subject }) => Promise.resolve({ secret: readSecret(services, subject) }),
    rotateSecret: async ({ subject }) => {
      const { webhook, secret } = await makeNewSecret(services, subject)
      return { webhook: toWebhook(webhook), secret }
    },
    deliveries: async ({ subject, query: { limit, ...page } }) => {
      const rows = await listDeliveries(db, subject.id, { ...page, limit: limit + 1 })
      const deliveries = rows.slice(0, limit).map(toView)
      return { deliveries, next: rows.length > limit ? (deliveries.at(-1)?.id ?? null) : null }
    },
    sendAgain: async ({ subject, params: { deliveryId } }) => {
      const row = isUuid(deliveryId)
        ? await runTransaction(db, (trx) => requestAttempt(trx, subject.id, deliveryId))
        : null
      if (row === null) throw new AppError('not_found')
      return { delivery: toView(row) }
    },
    sendTest: async ({ subject }) => ({
      delivery: toView(await runTransaction(db, (trx) => insertTestDelivery(trx, subject.id))),
    }),
  })
}

function toWebhook(row: WebhookRow): Webhook {
  const { former_secret_until: formerUntil, last_status: status } = row
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    isActive: row.is_active,
    disabledReason: row.disabled_reason,
    createdAt: row.created_at.toISOString(),
    formerSecretUntil: formerUntil !== null && formerUntil > new Date() ? formerUntil.toISOString() : null,
    lastDelivery:
      status === null
        ? null
        : {
            status,
            attemptedAt: row.last_attempted_at?.toISOString() ?? null,
            responseStatus: row.last_response_status,
            error: row.last_error,
          },
  }
}

const toDelivery = (row: DeliveryRow, publicAddress: string): WebhookDelivery => ({
  id: row.id,
  type: row.type,
  createdAt: row.created_at.toISOString(),
  status: row.status,
  attempts: row.attempts,
  attemptedAt: row.last_attempt_at?.toISOString() ?? null,
  nextAttemptAt: row.status === 'waiting' ? row.due_at.toISOString() : null,
  durationMs: row.duration_ms,
  responseStatus: row.response_status,
  responseBody: row.response_body,
  error: row.error,
  payload: toPayload({ type: row.type, createdAt: row.created_at, facts: row.facts }, publicAddress),
})
