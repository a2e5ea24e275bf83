import * as z from 'zod'
import type { Trx } from '../platform/database/db.ts'
import { defineJob, type Enqueue } from '../platform/jobs/index.ts'
import { listLiveSubscriptionIds } from './billing.queries.ts'

/** Cancels the subscription of a company that is being removed; its rows are gone when this runs. */
export const cancelSubscription = defineJob({
  name: 'cancel-subscription',
  title: 'Cancel the subscription of a removed company',
  payload: z.strictObject({ subscriptionId: z.string() }),
  attempts: 30,
  load:
    async () =>
    async ({ payload: { subscriptionId }, services: { billing } }) => {
      // Without a provider, nobody could be billed either.
      await billing?.provider.cancelSubscription(subscriptionId)
    },
})

/** In the transaction that closes the company. */
export async function cancelSubscriptionsOf(trx: Trx, enqueue: Enqueue, companyId: string): Promise<void> {
  for (const subscriptionId of await listLiveSubscriptionIds(trx, companyId))
    await enqueue(trx, cancelSubscription, { subscriptionId }, { singletonKey: subscriptionId })
}
