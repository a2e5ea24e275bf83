import type { Db } from '../../platform/database/db.ts'
import { listSubscriptions } from '../billing.queries.ts'
import { createReadings } from '../mirror/apply-reading.ts'
import type { Billing } from '../provider/payment-provider.ts'
import { readAdjustment, readTransaction } from '../provider/snapshots.ts'

/** Reads the payments of a company's subscriptions from the provider. */
export async function refreshCompany(db: Db, { provider, proofs }: Billing, companyId: string): Promise<void> {
  const readings = createReadings(db, proofs, new Date())
  for (const { id } of await listSubscriptions(db, companyId)) {
    for await (const page of provider.transactionPages({ subscriptionId: id }))
      for (const raw of page) await readings.transaction(readTransaction(raw))
    for await (const page of provider.adjustmentPages({ subscriptionId: id }))
      for (const raw of page) await readings.adjustment(readAdjustment(raw))
  }
}
