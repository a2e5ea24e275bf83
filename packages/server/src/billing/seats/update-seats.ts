import { isEndingAction, isPaidSubscription } from '@knowreel/shared/billing/billing.rules.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { insertAuditEntry } from '../../audit/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { withJoinedWrite } from '../../platform/database/joined-write.ts'
import { createReadings } from '../mirror/apply-reading.ts'
import type { Billing, Settlement } from '../provider/payment-provider.ts'
import { isUnreadable, type SubscriptionState } from '../provider/snapshots.ts'
import { withSubscriptionLock } from '../subscription-lock.ts'
import {
  countSeats,
  deleteSeatChange,
  findPaidSeats,
  listDueSeatChanges,
  postponeSeatChange,
  type PaidSeats,
  type SeatChange,
} from './seat.queries.ts'

const batchSize = 200

/**
 * A seat is charged or credited to the minute with the next payment, so that no card is charged for each person. A
 * subscription that ends has no next payment, and a trial costs nothing.
 */
function settlementOf({ status, scheduledAction }: SubscriptionState): Settlement {
  if (status === 'trialing') return 'do_not_bill'
  return isEndingAction(scheduledAction) ? 'prorated_immediately' : 'prorated_next_billing_period'
}

/** Makes the provider bill for as many users as are active. */
async function updateSeats(db: Db, billing: Billing, changed: SeatChange): Promise<void> {
  const { companyId } = changed
  const paid = await findPaidSeats(db, companyId)
  // An overdue or paused subscription cannot be changed; once it is paid again, this runs again.
  if (paid !== null && isPaidSubscription(paid.status) && paid.quantity !== (await countSeats(db, companyId)))
    await withSubscriptionLock(db, paid.subscriptionId, () => changeQuantity(db, billing, companyId, paid))
  await deleteSeatChange(db, changed)
}

async function changeQuantity(db: Db, billing: Billing, companyId: string, paid: PaidSeats): Promise<void> {
  const quantity = await countSeats(db, companyId)
  const askedAt = new Date()
  const snapshot = await billing.provider.updateSubscription(paid.subscriptionId, (current) =>
    isPaidSubscription(current.status) && current.quantity !== quantity
      ? { priceId: current.priceId, quantity, settlement: settlementOf(current) }
      : null,
  )
  const apply = () => createReadings(db, billing, askedAt).subscription(snapshot)
  if (snapshot.state.quantity === paid.quantity) return void (await apply())
  const entry = {
    action: 'seats_changed',
    companyId,
    userId: null,
    before: { seats: paid.quantity },
    details: { seats: snapshot.state.quantity },
  } as const
  await withJoinedWrite(db, (joined) => insertAuditEntry(joined, entry), apply)
}

/** Every company whose people have changed. One that fails is tried again later and delays no other. */
export async function updateDueSeats(db: Db, billing: Billing, log: (line: string) => void): Promise<void> {
  for (const changed of await listDueSeatChanges(db, batchSize)) {
    try {
      await updateSeats(db, billing, changed)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log(`${changed.companyId}: ${error.code}`)
      await postponeSeatChange(db, changed.companyId)
      // The others would wait for the same provider in vain.
      if (error.code === 'payment_provider_failed' && !isUnreadable(error.cause)) return
    }
  }
}
