/**
 * Sends deliveries that are due. A delivery whose sender died is sent again after its lease, under the same id, so
 * receivers may get it twice.
 */
import { unseal } from '../../platform/crypto/sealed-box.ts'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { JobServices } from '../../platform/jobs/index.ts'
import { claimDeliveries, endAttempt, hasDeliveredSince, type ClaimedDelivery } from './delivery.queries.ts'
import { disableWebhook } from './disable-webhook.ts'
import { signedHeaders, toPayload } from './message.ts'
import { postMessage } from './post-message.ts'
import { nextAttemptAt } from './retry-schedule.ts'

export type SendServices = {
  readonly db: Db
  readonly jobs: JobServices['jobs']
  readonly publicAddress: () => string
  readonly sealingKey: Buffer
  readonly fetch: typeof globalThis.fetch
  /** For tests. */
  readonly timeoutMs?: number
  readonly clock?: () => Date
}

export const timeoutMs = 10_000
const leaseMs = 60_000
export const maxPerWebhook = 4

export const claimDue = ({ db, clock }: SendServices, limit: number): Promise<ClaimedDelivery[]> =>
  claimDeliveries(db, { now: clock?.() ?? null, limit, perWebhook: maxPerWebhook, leaseMs })

export async function sendDelivery(services: SendServices, delivery: ClaimedDelivery): Promise<void> {
  const { db, publicAddress, sealingKey, fetch, clock = () => new Date() } = services
  const { id, webhookId, url, secret, formerSecret } = delivery
  const body = toPayload(delivery, publicAddress())
  const secrets = [secret, formerSecret].flatMap((sealed) =>
    sealed === null ? [] : [unseal(sealingKey, webhookId, sealed).toString()],
  )
  const attemptedAt = clock()
  const headers = signedHeaders(secrets, { id, body, attemptedAt })
  const result = await postMessage(
    { url, body, headers },
    { fetch, timeoutMs: services.timeoutMs ?? timeoutMs, now: attemptedAt },
  )
  const { responseStatus: status, error, retryAfterMs } = result
  const isDelivered = error === null && status !== null && status >= 200 && status < 300
  const now = clock()
  const mayRepeat = !isDelivered && !delivery.isManual && status !== 410
  const dueAt = mayRepeat ? nextAttemptAt({ ...delivery, now, retryAfterMs }) : null
  const outcome = isDelivered ? 'delivered' : dueAt === null ? 'failed' : 'waiting'
  await runTransaction(db, async (trx) => {
    const isEnded = await endAttempt(trx, { ...delivery, ...result, outcome, now, dueAt })
    if (!isEnded || outcome !== 'failed' || delivery.isManual) return
    if (status === 410) await disableWebhook({ ...services, db: trx }, webhookId, 'gone')
    // A single attempt, after a day, says that this installation did not send in time, not that the receiver fails.
    else if (delivery.attempts > 1 && !(await hasDeliveredSince(trx, webhookId, delivery.createdAt)))
      await disableWebhook({ ...services, db: trx }, webhookId, 'failing')
  })
}
