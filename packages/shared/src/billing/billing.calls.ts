import * as z from 'zod'
import { call, companyWide, may } from '../catalogue/call.ts'
import { flag, isoTime } from '../catalogue/wire.ts'
import { subscriptionStatus } from '../company/company.calls.ts'

/** Ids of the payment provider: `sub_01h…`, `txn_01h…`. */
export const providerId = z.string().regex(/^[a-z]{3,6}_[a-z\d]{1,60}$/i, 'This id is not one of the payment provider')

const interval = z.enum(['day', 'week', 'month', 'year'])
export type BillingInterval = z.infer<typeof interval>
export const billingCycle = z.object({ interval, frequency: z.number().int() })

/** A change that takes effect when the period ends. */
export const scheduledAction = z.enum(['cancel', 'pause', 'resume'])
export type ScheduledAction = z.infer<typeof scheduledAction>

/** In the currency's smallest unit. */
const amount = z.number().int()
export const money = z.object({ amount, currencyCode: z.string() })

const priceOfItem = z.object({
  id: z.string(),
  name: z.string(),
  /** For one user and one period. */
  unitPrice: money,
  billingCycle,
  customData: z.object({ productName: z.string() }),
})

export const price = priceOfItem.extend({
  description: z.string(),
  trialPeriod: billingCycle.nullable(),
  customData: z.object({ productName: z.string(), isRecommended: z.boolean() }),
})
export type Price = z.infer<typeof price>

export const subscription = z.object({
  id: z.string(),
  status: subscriptionStatus,
  items: z.array(z.object({ price: priceOfItem, quantity: z.number().int() })),
  scheduledChange: z.object({ action: scheduledAction, effectiveAt: isoTime }).nullable(),
  currentBillingPeriod: z.object({ startsAt: isoTime, endsAt: isoTime }).nullable(),
  nextBilledAt: isoTime.nullable(),
  customData: z.object({ companyId: z.string() }),
})
export type Subscription = z.infer<typeof subscription>

export const transactionStatus = z.enum(['draft', 'ready', 'billed', 'paid', 'completed', 'canceled', 'past_due'])
export type TransactionStatus = z.infer<typeof transactionStatus>

export const transaction = z.object({
  transactionId: z.string(),
  /** Null until the provider has written the invoice. */
  invoiceNumber: z.string().nullable(),
  productName: z.string(),
  date: isoTime,
  costPerUser: amount,
  usersCount: z.number().int(),
  subscriptionPrice: amount,
  /** Paid back so far. */
  refunded: amount,
  currencyCode: z.string(),
  status: transactionStatus,
  isTrial: z.boolean(),
})
export type Transaction = z.infer<typeof transaction>

export const paymentMethod = z.object({ name: z.string(), lastDigits: z.string().nullable() })
export type PaymentMethod = z.infer<typeof paymentMethod>

/** A payment that is about to be made. */
export const checkout = z.object({
  transactionId: z.string(),
  productName: z.string(),
  billingCycle: billingCycle.nullable(),
  trialPeriod: billingCycle.nullable(),
  unitPrice: money,
  quantity: z.number().int(),
  subtotal: amount,
  tax: amount,
  total: amount,
  /** Nothing is bought: the customer only changes how they pay. */
  isPaymentMethodChange: z.boolean(),
  isPaid: z.boolean(),
})
export type Checkout = z.infer<typeof checkout>

/** The price of another user. */
export const seatCost = z.object({ unitPrice: money, billingCycle, isTrial: z.boolean() })
export type SeatCost = z.infer<typeof seatCost>

const manage = may('billing.manage', 'company')
const ofSubscription = may('billing.manageSubscription', 'params.id')
const bySubscription = may('billing.manageSubscription', 'body.subscriptionId')
const ofTransaction = may('billing.viewTransaction', 'params.id')
const ofCompany = { kind: 'company', at: 'company' } as const
const allowsUnpaid = 'payer'
const transactionIdResponse = z.object({ transactionId: z.string() })
const subscriptionResponse = z.object({ subscription })
const minute = 60_000
/** Each sends requests to the provider, which limits those of the whole installation. */
const rateLimit = { max: 30, windowMs: minute }

export const billingCalls = {
  listSubscriptions: call({
    method: 'GET',
    path: '/billing/subscriptions',
    summary: 'The subscriptions of the current company, the effective one first',
    allow: manage,
    key: companyWide('admin'),
    allowsUnpaid,
    response: z.object({ subscriptions: z.array(subscription) }),
  }),
  paymentMethod: call({
    method: 'GET',
    path: '/billing/subscriptions/{id}/payment-method',
    summary: 'The last payment method of a subscription; null before the first payment',
    allow: ofSubscription,
    key: companyWide('admin'),
    allowsUnpaid,
    response: z.object({ paymentMethod: paymentMethod.nullable() }),
  }),
  updatePayment: call({
    method: 'GET',
    path: '/billing/subscriptions/{id}/update-payment',
    summary: 'A transaction whose checkout changes the payment method, and pays what is overdue',
    allow: ofSubscription,
    allowsUnpaid,
    response: transactionIdResponse,
    errors: ['billing_off', 'payment_provider_failed', 'subscription_ending'],
    rateLimit,
    refusesOperators: true,
    audit: { action: 'payment_method_opened', subject: ofCompany },
  }),
  listPrices: call({
    method: 'GET',
    path: '/billing/prices',
    summary: 'The plans that can be chosen, and the number of users who would be paid for',
    allow: manage,
    key: companyWide('admin'),
    allowsUnpaid,
    response: z.object({ prices: z.array(price), usersCount: z.number().int() }),
    errors: ['payment_provider_failed'],
    rateLimit: { ...rateLimit, max: 60 },
  }),
  history: call({
    method: 'GET',
    path: '/billing/history',
    summary: 'The payments of the current company, newest first; `refresh` reads them from the provider before',
    allow: manage,
    key: companyWide('admin'),
    allowsUnpaid,
    query: z.strictObject({ refresh: flag }),
    response: z.object({
      /** At most 1,000. */
      transactions: z.array(transaction),
      count: z.number().int(),
      isTruncated: z.boolean().optional(),
    }),
    errors: ['payment_provider_failed'],
    rateLimit,
  }),
  transaction: call({
    method: 'GET',
    path: '/billing/history/{id}',
    summary: 'One payment',
    allow: ofTransaction,
    key: companyWide('admin'),
    allowsUnpaid,
    response: z.object({ transaction }),
  }),
  invoice: call({
    method: 'GET',
    path: '/billing/invoice/{id}',
    summary: 'The address of an invoice as a PDF, which works for an hour',
    allow: ofTransaction,
    key: companyWide('admin'),
    allowsUnpaid,
    response: z.object({ url: z.string() }),
    errors: ['billing_off', 'invoice_missing', 'payment_provider_failed'],
    rateLimit,
    refusesOperators: true,
  }),
  createTransaction: call({
    method: 'POST',
    path: '/billing/transactions/create',
    summary: 'Begin a subscription: the transaction is paid on the checkout page',
    allow: manage,
    allowsUnpaid,
    body: z.strictObject({ priceId: providerId }),
    response: transactionIdResponse,
    errors: ['billing_off', 'unknown_price', 'subscription_exists', 'payment_provider_failed'],
    rateLimit,
    refusesOperators: true,
    audit: { action: 'plan_chosen', subject: ofCompany, details: ['priceId'] },
  }),
  checkout: call({
    method: 'GET',
    path: '/billing/checkout/{id}',
    summary: 'A transaction for the checkout page, with the values that load the provider’s form',
    allow: manage,
    allowsUnpaid,
    response: z.object({
      checkout,
      /** Public: the provider’s script needs it. */
      clientToken: z.string(),
      environment: z.enum(['production', 'sandbox']),
    }),
    errors: ['billing_off', 'payment_provider_failed'],
    rateLimit: { ...rateLimit, max: 60 },
    refusesOperators: true,
  }),
  pause: call({
    method: 'POST',
    path: '/billing/subscriptions/pause',
    summary: 'Cancel: the subscription pauses when its period ends, or now if that was not paid',
    allow: bySubscription,
    allowsUnpaid,
    body: z.strictObject({ subscriptionId: providerId }),
    response: subscriptionResponse,
    errors: ['billing_off', 'subscription_ending', 'already_running', 'payment_provider_failed'],
    rateLimit,
    refusesOperators: true,
    audit: { action: 'subscription_canceled', subject: ofCompany, details: ['subscriptionId'] },
  }),
  resume: call({
    method: 'POST',
    path: '/billing/subscriptions/resume',
    summary: 'Withdraw a scheduled end, or start a paused subscription again',
    allow: bySubscription,
    allowsUnpaid,
    body: z.strictObject({ subscriptionId: providerId }),
    response: subscriptionResponse,
    errors: [
      'billing_off',
      'subscription_not_ending',
      'payment_declined',
      'already_running',
      'payment_provider_failed',
    ],
    rateLimit,
    refusesOperators: true,
    audit: { action: 'subscription_resumed', subject: ofCompany, details: ['subscriptionId'] },
  }),
  update: call({
    method: 'POST',
    path: '/billing/subscriptions/update',
    summary: 'Change to another plan; the difference is charged or credited to the minute',
    allow: bySubscription,
    allowsUnpaid,
    body: z.strictObject({ subscriptionId: providerId, priceId: providerId }),
    response: subscriptionResponse,
    errors: [
      'billing_off',
      'unknown_price',
      'subscription_ending',
      'payment_declined',
      'already_running',
      'payment_provider_failed',
    ],
    rateLimit,
    refusesOperators: true,
    audit: { action: 'plan_changed', subject: ofCompany, details: ['subscriptionId', 'priceId'] },
  }),
  seatCost: call({
    method: 'GET',
    path: '/billing/seat-cost',
    summary: 'The price of another user of the current company; null if users cost nothing',
    allow: may('billing.viewSeatCost', 'company'),
    key: companyWide('admin'),
    response: z.object({ seatCost: seatCost.nullable() }),
  }),
}
