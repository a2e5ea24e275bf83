/** Plans and subscriptions as the server describes them. */
import type { Price, Subscription, Transaction } from '@knowreel/shared/billing/billing.calls.ts'

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

export const aPrice = (change: Partial<Price> = {}): Price => ({
  id: 'pri_teamyear',
  name: 'Team, yearly',
  description: 'For companies that record, search and ask.',
  unitPrice: { amount: 7680, currencyCode: 'EUR' },
  billingCycle: { interval: 'year', frequency: 1 },
  trialPeriod: null,
  customData: { productName: 'Team', isRecommended: true },
  ...change,
})

export const aMonthlyTrial = (change: Partial<Price> = {}): Price =>
  aPrice({
    id: 'pri_teammonth',
    unitPrice: { amount: 768, currencyCode: 'EUR' },
    billingCycle: { interval: 'month', frequency: 1 },
    trialPeriod: { interval: 'day', frequency: 14 },
    ...change,
  })

export function aSubscription(change: Partial<Subscription> = {}): Subscription {
  const { id, name, unitPrice, billingCycle } = aMonthlyTrial()
  return {
    id: 'sub_1',
    status: 'active',
    items: [{ price: { id, name, unitPrice, billingCycle, customData: { productName: 'Team' } }, quantity: 49 }],
    scheduledChange: null,
    currentBillingPeriod: { startsAt: inDays(-10.5), endsAt: inDays(19.5) },
    nextBilledAt: inDays(19.5),
    customData: { companyId: 'company' },
    ...change,
  }
}

export const aTransaction = (change: Partial<Transaction> = {}): Transaction => ({
  transactionId: 'txn_1',
  invoiceNumber: 'KR-2026-0811',
  productName: 'Team',
  date: '2026-08-01T12:00:00.000Z',
  costPerUser: 7680,
  usersCount: 49,
  subscriptionPrice: 376_320,
  refunded: 0,
  currencyCode: 'EUR',
  status: 'paid',
  isTrial: false,
  ...change,
})
