import * as z from 'zod'
import type { Trx } from '../platform/database/db.ts'
import { defineJob, type Enqueue } from '../platform/jobs/index.ts'
import { markBillingEnded } from './billing-end.queries.ts'
import { isSubscriptionUsable, listLiveSubscriptionIds } from './billing.queries.ts'

/** Cancels a subscription of a company that was removed or no longer has billing. The company's rows may be gone. */
export const cancelSubscription = defineJob({
  name: 'cancel-subscription',
  title: 'Cancel a subscription',
  payload: z.strictObject({ subscriptionId: z.string() }),
  attempts: 30,
  load: async () => {
    const { createReadings } = await import('./mirror/apply-reading.ts')
    return async ({ payload: { subscriptionId }, services: { db, billing } }) => {
      // Without a provider, nobody could be billed either.
      if (billing === null) return
      // Billing may have been enabled again while the provider did not answer.
      if (await isSubscriptionUsable(db, subscriptionId)) return
      const askedAt = new Date()
      const canceled = await billing.provider.cancelSubscription(subscriptionId)
      await createReadings(db, billing, askedAt).subscription(canceled)
    }
  },
})

export async function enqueueCancellation(trx: Trx, enqueue: Enqueue, subscriptionId: string): Promise<void> {
  await enqueue(trx, cancelSubscription, { subscriptionId }, { singletonKey: subscriptionId })
}

/** In the transaction that closes the company or disables its billing. */
export async function endBillingOf(trx: Trx, enqueue: Enqueue, companyId: string): Promise<void> {
  await markBillingEnded(trx, companyId)
  for (const subscriptionId of await listLiveSubscriptionIds(trx, companyId))
    await enqueueCancellation(trx, enqueue, subscriptionId)
}
