/**
 * `POST /billing/webhook`: the provider's messages. Each is stored before it is acknowledged, and a job applies it; the
 * provider resends unacknowledged messages for days.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Db } from '../../platform/database/db.ts'
import { toStorableText } from '../../platform/database/storable-text.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { createAttemptLimit } from '../../platform/http/attempt-limit.ts'
import { registerRawPost } from '../../platform/http/raw-post.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { applyBillingEvent } from './apply-event.job.ts'
import { insertEvent, type NewEvent } from './event.queries.ts'
import { verifyWebhookSignature } from '../../platform/crypto/signed-webhook.ts'

const maxBytes = 1_000_000

type Dependencies = {
  readonly db: Db
  readonly enqueue: Enqueue
  /** Empty while billing is off. */
  readonly secrets: readonly string[]
  readonly onPriceChange: () => void
}

/** Lines of the log per minute about refused messages, because anybody can send them. */
const maxRefusalLines = 10

export function registerBillingWebhook(api: FastifyInstance, parts: Dependencies): void {
  const refusals = createAttemptLimit({ max: maxRefusalLines, windowMs: 60_000 })
  /** Without the content: it may be anything, and names people. */
  const logRefusal = ({ log }: FastifyRequest, body: Buffer, error: unknown) => {
    if (!(error instanceof AppError) || error.status >= 500 || !refusals.admit('all')) return
    log.warn({ code: error.code, bytes: body.length }, 'a message of the payment provider was refused')
  }
  registerRawPost(api, { path: '/billing/webhook', bodyLimit: maxBytes }, async (request, body) => {
    if (parts.secrets.length === 0) throw new AppError('billing_off')
    const header = request.headers['paddle-signature']
    try {
      if (typeof header !== 'string' || !verifyWebhookSignature({ header, body }, parts.secrets, new Date()))
        throw new AppError('webhook_not_signed')
      await receive(parts, readJson(body))
    } catch (error) {
      logRefusal(request, body, error)
      throw error
    }
    return { success: true }
  })
}

function readJson(body: Buffer): unknown {
  try {
    return toStorable(JSON.parse(body.toString('utf8')))
  } catch (cause) {
    throw new AppError('unreadable_request', { cause })
  }
}

/** Cleans every text of the event: customers type names, and anybody can add data to a checkout. */
function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return toStorableText(value)
  if (Array.isArray(value)) return value.map(toStorable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toStorable(key), toStorable(inner)]))
}

const envelope = z.object({
  event_id: z.string().min(1).max(100),
  event_type: z.string().max(100),
  occurred_at: z.iso.datetime(),
  data: z.looseObject({
    id: z.string().max(100),
    subscription_id: z.string().max(100).nullish(),
    transaction_id: z.string().max(100).nullish(),
  }),
})

async function receive({ db, enqueue, onPriceChange }: Dependencies, message: unknown): Promise<void> {
  const read = envelope.safeParse(message)
  if (!read.success) throw new AppError('unreadable_request', { cause: read.error })
  const { event_type: type, event_id: id, occurred_at: occurredAt, data } = read.data
  const [kind = ''] = type.split('.')
  if (kind === 'price' || kind === 'product') return onPriceChange()
  if (!['subscription', 'transaction', 'adjustment'].includes(kind)) return
  const { subscription_id: ofSubscription, transaction_id: ofTransaction } = data
  const parentId = { transaction: ofSubscription, adjustment: ofTransaction }[kind] ?? null
  const event: NewEvent = { id, type, occurredAt, subjectId: data.id, parentId, data }
  await runTransaction(db, async (trx) => {
    if (await insertEvent(trx, event)) await enqueue(trx, applyBillingEvent, { eventId: id }, { singletonKey: id })
  })
}
