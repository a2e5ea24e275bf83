import * as z from 'zod'
import { defineJob } from '../../platform/jobs/index.ts'

export const reconcileBilling = defineJob({
  name: 'reconcile-billing',
  title: 'Compare subscriptions with the payment provider',
  payload: z.strictObject({}),
  expireInSeconds: 4 * 3600,
  load: async () => {
    const { reconcile } = await import('./reconcile.ts')
    return async ({ services: { db, billing }, signal, log }) => {
      if (billing === null) return
      const counts = await reconcile(db, billing, signal)
      log(
        `${counts.subscriptions} subscriptions, ${counts.transactions} payments and ${counts.adjustments} refunds read, ` +
          `${counts.repaired} repaired, ${counts.unreadable} unreadable; ${counts.events} messages applied late`,
      )
    }
  },
})
