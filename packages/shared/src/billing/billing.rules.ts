/** Decisions about plans and subscriptions that server and screens share. Pure. */
import type { SubscriptionStatus } from '../company/company.calls.ts'
import type { Price, Subscription, TransactionStatus } from './billing.calls.ts'

/** Included in every plan. */
export const planBenefits = [
  'Unlimited users',
  'Private workspaces',
  'AI',
  'Priority support',
  'Unlimited recordings',
  'Sign-In with Google',
  'Slack integration',
] as const

export const checkoutPollMs = 3000
/** Waits before the payment is read again from the provider, whose message may be lost; ten minutes in all. */
export const checkoutRereadDelaysMs = [15_000, 15_000, 30_000, 60_000, 120_000, 180_000, 180_000] as const
export const slowConfirmationMs = 60_000

/** It is paid or may be paid again; another subscription would be charged in addition. */
export const isLiveSubscription = (status: SubscriptionStatus): boolean => status !== 'canceled'

export const isPaidSubscription = (status: SubscriptionStatus): boolean => status === 'active' || status === 'trialing'

export const isPaidTransaction = (status: TransactionStatus): boolean => status === 'paid' || status === 'completed'

/** It is charged again, so its payment method can be changed. The provider refuses this for paused ones. */
export const isChargedSubscription = (status: SubscriptionStatus): boolean =>
  isPaidSubscription(status) || status === 'past_due'

/** It does not end yet; one whose payment is due ends immediately. */
export const isCancelableSubscription = ({
  status,
  scheduledChange,
}: Pick<Subscription, 'status' | 'scheduledChange'>): boolean =>
  isChargedSubscription(status) && scheduledChange === null

type ScheduledAction = NonNullable<Subscription['scheduledChange']>['action']

/** A scheduled pause or cancel lets the subscription end with its period. */
export const isEndingAction = (action: ScheduledAction | null): boolean => action !== null && action !== 'resume'

export const isEndingSubscription = ({ scheduledChange }: Pick<Subscription, 'scheduledChange'>): boolean =>
  isEndingAction(scheduledChange?.action ?? null)

/**
 * The plans to choose from. Without a subscription: monthly ones with a trial, and all yearly ones. With one: only
 * those of another interval and without a trial.
 */
export function displayedPrices(prices: readonly Price[], subscription: Subscription | null): Price[] {
  const interval = subscription?.items[0]?.price.billingCycle.interval
  return prices
    .filter((price) =>
      interval === undefined
        ? price.billingCycle.interval === 'year' || (price.billingCycle.interval === 'month' && price.trialPeriod)
        : price.billingCycle.interval !== interval && price.trialPeriod === null,
    )
    .toSorted((a, b) => a.unitPrice.amount - b.unitPrice.amount)
}

/** How many months a year costs less than twelve single ones, in whole months; 0 where plans differ. */
export function freeMonths(prices: readonly Price[]): number {
  const monthly = new Map(
    prices
      .filter(({ billingCycle }) => billingCycle.interval === 'month' && billingCycle.frequency === 1)
      .map((price) => [price.customData.productName, price.unitPrice]),
  )
  const savings = prices
    .filter(({ billingCycle }) => billingCycle.interval === 'year' && billingCycle.frequency === 1)
    .map(({ customData, unitPrice }) => {
      const month = monthly.get(customData.productName)
      if (month === undefined || month.amount === 0 || month.currencyCode !== unitPrice.currencyCode) return 0
      return Math.floor((12 * month.amount - unitPrice.amount) / month.amount)
    })
  const [first = 0] = savings
  return first > 0 && savings.every((saving) => saving === first) ? first : 0
}

const dayMs = 86_400_000

/** Days since the start of the billing period, and its length; null without a period. */
export function periodUsage(
  { currentBillingPeriod: period }: Pick<Subscription, 'currentBillingPeriod'>,
  now: Date,
): { readonly elapsed: number; readonly total: number } | null {
  if (period === null) return null
  const startsAt = Date.parse(period.startsAt)
  const total = Math.max(1, Math.round((Date.parse(period.endsAt) - startsAt) / dayMs))
  const elapsed = Math.floor((now.getTime() - startsAt) / dayMs)
  return { elapsed: Math.min(total, Math.max(0, elapsed)), total }
}
