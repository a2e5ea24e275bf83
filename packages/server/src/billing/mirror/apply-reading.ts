import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { AdjustmentState, Snapshot, SubscriptionState, TransactionState } from '../provider/snapshots.ts'
import { applyAdjustment, applySubscription, applyTransaction, type Applied, type Decide } from './apply-state.ts'
import type { Mirroring } from './mirroring.ts'
import { reduceReading } from './reduce.ts'

/** Responses of the provider's API. `askedAt` is from before the request was sent. */
export function createReadings(db: Db, mirroring: Mirroring, askedAt: Date) {
  const decide: Decide = (current, snapshot) => reduceReading(current, snapshot, askedAt)
  return {
    subscription: (snapshot: Snapshot<SubscriptionState>): Promise<Applied> =>
      runTransaction(db, (trx) => applySubscription(trx, mirroring, snapshot, decide)),
    transaction: (snapshot: Snapshot<TransactionState>): Promise<Applied> =>
      runTransaction(db, (trx) => applyTransaction(trx, mirroring, snapshot, decide)),
    adjustment: (snapshot: Snapshot<AdjustmentState>): Promise<Applied> =>
      runTransaction(db, (trx) => applyAdjustment(trx, snapshot, decide)),
  }
}
