/** The owner's changes to a subscription. The provider's response is applied immediately; its webhook follows. */
import {
  isCancelableSubscription,
  isLiveSubscription,
  isPaidSubscription,
} from '@knowreel/shared/billing/billing.rules.ts'
import type { Price, Subscription } from '@knowreel/shared/billing/billing.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { setCompanyCustomer } from '../company/index.ts'
import type { Db } from '../platform/database/db.ts'
import { getSubscription, listSubscriptions, readPayer, type OwnSubscription } from './billing.queries.ts'
import { createReadings } from './mirror/apply-reading.ts'
import type { Billing, PaymentProvider } from './provider/payment-provider.ts'
import type { Snapshot, SubscriptionState } from './provider/snapshots.ts'
import { countSeats } from './seats/seat.queries.ts'
import { withSubscriptionLock } from './subscription-lock.ts'

async function getPrice(provider: PaymentProvider, priceId: string): Promise<Price> {
  const price = (await provider.listPrices()).find(({ id }) => id === priceId)
  if (price === undefined) throw new AppError('unknown_price')
  return price
}

/** The id of a transaction to be paid on the checkout page. */
export async function beginSubscription(
  db: Db,
  { provider, proofs }: Billing,
  companyId: string,
  priceId: string,
): Promise<string> {
  await getPrice(provider, priceId)
  const subscriptions = await listSubscriptions(db, companyId)
  if (subscriptions.some(({ status }) => isLiveSubscription(status))) throw new AppError('subscription_exists')
  const [{ email, name }, quantity] = await Promise.all([readPayer(db, companyId), countSeats(db, companyId)])
  const customerId = await provider.findOrCreateCustomer({ email, name })
  await setCompanyCustomer(db, companyId, customerId)
  return provider.createTransaction({ priceId, quantity, customerId, link: proofs.linkTo(companyId) })
}

async function change(
  db: Db,
  billing: Billing,
  { id }: OwnSubscription,
  ask: (provider: PaymentProvider) => Promise<Snapshot<SubscriptionState>>,
): Promise<Subscription> {
  await withSubscriptionLock(db, id, async () => {
    const askedAt = new Date()
    await createReadings(db, billing, askedAt).subscription(await ask(billing.provider))
  })
  return getSubscription(db, id)
}

export async function changePlan(
  db: Db,
  billing: Billing,
  own: OwnSubscription,
  priceId: string,
): Promise<Subscription> {
  const price = await getPrice(billing.provider, priceId)
  const current = await getSubscription(db, own.id)
  if (price.trialPeriod !== null || price.id === current.items[0]?.price.id) throw new AppError('unknown_price')
  if (!isPaidSubscription(current.status) || current.scheduledChange !== null) throw new AppError('subscription_ending')
  return change(db, billing, own, async (provider) => {
    const quantity = await countSeats(db, own.companyId)
    return provider.updateSubscription(own.id, (known) => {
      if (!isPaidSubscription(known.status) || known.scheduledAction !== null) throw new AppError('subscription_ending')
      // An earlier attempt succeeded, and its answer was lost.
      if (known.priceId === priceId && known.quantity === quantity) return null
      return { priceId, quantity, settlement: known.status === 'trialing' ? 'do_not_bill' : 'prorated_immediately' }
    })
  })
}

export async function endSubscription(db: Db, billing: Billing, own: OwnSubscription): Promise<Subscription> {
  if (!isCancelableSubscription(await getSubscription(db, own.id))) throw new AppError('subscription_ending')
  return change(db, billing, own, (provider) => provider.pauseSubscription(own.id))
}

/** Withdraws the scheduled end, or starts a paused subscription again. */
export async function resumeSubscription(db: Db, billing: Billing, own: OwnSubscription): Promise<Subscription> {
  const current = await getSubscription(db, own.id)
  if (current.status === 'paused')
    return change(db, billing, own, async (provider) => {
      const known = await provider.getSubscription(own.id)
      // The answer to an earlier attempt, which was charged, may have been lost.
      return known.state.status === 'paused' ? provider.resumeSubscription(own.id) : known
    })
  if (current.status === 'canceled' || current.scheduledChange === null) throw new AppError('subscription_not_ending')
  return change(db, billing, own, (provider) => provider.keepSubscription(own.id))
}
