import { billingCalls, type Checkout } from '@knowreel/shared/billing/billing.calls.ts'
import { isPaidTransaction } from '@knowreel/shared/billing/billing.rules.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { serve, type ActorCompany } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { billingPolicy } from './billing.policy.ts'
import { findPaymentMethod, listSubscriptions, listTransactions, maxTransactions } from './billing.queries.ts'
import { beginSubscription, changePlan, endSubscription, resumeSubscription } from './change-subscription.ts'
import type { Billing } from './provider/payment-provider.ts'
import { type Snapshot, type TransactionState, readAdjustment, readTransaction } from './provider/snapshots.ts'
import { countSeats, findSeatCost } from './seats/seat.queries.ts'
import { createReadings } from './mirror/apply-reading.ts'

type Dependencies = {
  readonly db: Db
  /** Null: billing is off for everybody. */
  readonly billing: Billing | null
}

export const billingRoutes = ({ db, billing }: Dependencies) => {
  /** Null where billing is off for the company. */
  const billingOf = ({ isBilling }: ActorCompany): Billing | null => (isBilling ? billing : null)
  const requireBilling = (company: ActorCompany | null | undefined): Billing => {
    const found = company ? billingOf(company) : null
    if (found === null) throw new AppError('billing_off')
    return found
  }

  return serve(billingCalls, billingPolicy, {
    listSubscriptions: async ({ subject }) => ({
      subscriptions: billingOf(subject) === null ? [] : await listSubscriptions(db, subject.id),
    }),
    paymentMethod: async ({ subject }) => ({ paymentMethod: await findPaymentMethod(db, subject.id) }),
    updatePayment: async ({ actor, subject }) => {
      const { provider } = requireBilling(actor?.company)
      return { transactionId: await provider.createPaymentMethodChange(subject.id) }
    },
    listPrices: async ({ subject }) => {
      const usersCount = await countSeats(db, subject.id)
      return { prices: [...((await billingOf(subject)?.provider.listPrices()) ?? [])], usersCount }
    },
    history: async ({ subject, query }) => {
      const own = billingOf(subject)
      if (own === null) return { transactions: [], count: 0 }
      if (query.refresh) await refreshCompany(db, own, subject.id)
      const found = await listTransactions(db, subject.id)
      const transactions = found.slice(0, maxTransactions)
      const isTruncated = found.length > maxTransactions
      return { transactions, count: transactions.length, ...(isTruncated && { isTruncated }) }
    },
    transaction: async ({ subject }) => ({ transaction: subject }),
    invoice: async ({ actor, subject }) => {
      const { provider } = requireBilling(actor?.company)
      const isPaid = isPaidTransaction(subject.status)
      if (!isPaid || subject.isTrial) throw new AppError('invoice_missing')
      return { url: await provider.getInvoiceUrl(subject.transactionId) }
    },
    createTransaction: async ({ subject, body }) => ({
      transactionId: await beginSubscription(db, requireBilling(subject), subject.id, body.priceId),
    }),
    checkout: async ({ subject, params }) => {
      const own = requireBilling(subject)
      const askedAt = new Date()
      const found = await own.provider.findTransaction(params.id)
      if (found === null || !(await isOwnTransaction(own, subject.id, found))) throw new AppError('not_found')
      const checkout = toCheckout(found.state)
      if (checkout.isPaid) await applyPayment(db, own, found, askedAt)
      return { checkout, ...own.provider.checkout }
    },
    pause: async ({ actor, subject }) => ({
      subscription: await endSubscription(db, requireBilling(actor?.company), subject),
    }),
    resume: async ({ actor, subject }) => ({
      subscription: await resumeSubscription(db, requireBilling(actor?.company), subject),
    }),
    update: async ({ actor, subject, body }) => ({
      subscription: await changePlan(db, requireBilling(actor?.company), subject, body.priceId),
    }),
    seatCost: async ({ subject }) => ({
      seatCost: billingOf(subject) === null ? null : await findSeatCost(db, subject.id),
    }),
  })

  /** Made by a checkout for this company, or by its subscription. */
  async function isOwnTransaction(
    { proofs }: Billing,
    companyId: string,
    { state, link }: Snapshot<TransactionState>,
  ): Promise<boolean> {
    if (link !== null && link.companyId === companyId && proofs.isGenuine(link)) return true
    const own = await listSubscriptions(db, companyId)
    return state.subscriptionId !== null && own.some(({ id }) => id === state.subscriptionId)
  }
}

const toCheckout = (state: TransactionState): Checkout => ({
  transactionId: state.id,
  productName: state.productName,
  billingCycle: state.billingCycle,
  trialPeriod: state.trialPeriod,
  unitPrice: { amount: state.unitAmount, currencyCode: state.currencyCode },
  quantity: state.quantity,
  subtotal: state.subtotal,
  tax: state.tax,
  total: state.total,
  isPaymentMethodChange: state.origin === 'subscription_payment_method_change',
  isPaid: isPaidTransaction(state.status),
})

/**
 * Somebody waits for this payment, and its webhooks may be lost. A provider that does not answer hides no payment: the
 * page reads it again.
 */
async function applyPayment(
  db: Db,
  billing: Billing,
  payment: Snapshot<TransactionState>,
  askedAt: Date,
): Promise<void> {
  const readings = createReadings(db, billing, askedAt)
  const { subscriptionId } = payment.state
  // The provider creates the subscription after the payment.
  if (subscriptionId === null) return
  const subscription = await billing.provider.getSubscription(subscriptionId).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  if (subscription === null) return
  await readings.subscription(subscription)
  await readings.transaction(payment)
}

/** Reads the payments of a company's subscriptions from the provider. */
async function refreshCompany(db: Db, billing: Billing, companyId: string): Promise<void> {
  const { provider } = billing
  const readings = createReadings(db, billing, new Date())
  for (const { id } of await listSubscriptions(db, companyId)) {
    for await (const page of provider.transactionPages({ subscriptionId: id }))
      for (const raw of page) await readings.transaction(readTransaction(raw))
    for await (const page of provider.adjustmentPages({ subscriptionId: id }))
      for (const raw of page) await readings.adjustment(readAdjustment(raw))
  }
}
