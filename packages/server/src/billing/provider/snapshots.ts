/**
 * Reads the provider's subscriptions, transactions and adjustments, which have the same shape in webhooks and in the API.
 * Throws for anything that it cannot read.
 */
import { readMinorUnits } from '@knowreel/shared/billing/money.ts'
import { billingCycle, scheduledAction, transactionStatus } from '@knowreel/shared/billing/billing.calls.ts'
import { subscriptionStatus } from '@knowreel/shared/company/company.calls.ts'
import * as z from 'zod'

/** Whether `error` was thrown because the provider sent something that cannot be read. */
export const isUnreadable = (error: unknown): boolean => error instanceof z.ZodError || error instanceof RangeError

/** `2026-11-25T10:00:00.123456Z`, always with microseconds, so that texts sort like the times. */
export function normaliseTime(text: string): string {
  const [, seconds, fraction = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/.exec(text) ?? []
  if (seconds === undefined || Number.isNaN(Date.parse(text))) throw new RangeError(`No time in UTC: ${text}`)
  return `${seconds}.${fraction.padEnd(6, '0').slice(0, 6)}Z`
}

/** Orders changes. */
const exactTime = z.string().transform(normaliseTime)
/** As the database keeps it, in milliseconds. */
const time = exactTime.transform((text) => new Date(text).toISOString())
const minorUnits = z.string().transform(readMinorUnits)
const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null)
const customData = orNull(z.record(z.string(), z.unknown()))

const price = z.object({
  id: z.string(),
  name: orNull(z.string()),
  description: z.string(),
  unit_price: z.object({ amount: minorUnits, currency_code: z.string() }),
  billing_cycle: orNull(billingCycle),
  trial_period: orNull(billingCycle),
  custom_data: customData,
})
type Price = z.output<typeof price>

/** The name of the plan that people see. */
function productNameOf({ custom_data: data, name, description }: Price, product: { name: string } | null): string {
  const named = data?.['productName']
  return typeof named === 'string' && named !== '' ? named : (product?.name ?? name ?? description)
}

/** Only prices that name a product of ours are plans; the seller's account may have others. */
const isPlan = ({ custom_data: data }: Price): boolean => typeof data?.['productName'] === 'string'

/** The plan among the items; the seller may have added others at the provider. */
function findPlanItem<Item extends { readonly price: Price | null }>(items: readonly Item[]): Item {
  const found = items.find(({ price: bought }) => bought !== null && isPlan(bought)) ?? items[0]
  if (found === undefined) throw new RangeError('Nothing is bought')
  return found
}

const companyLink = z.object({ companyId: z.string(), companyProof: z.string() })
/** The company that a checkout of ours was made for. */
export type CompanyLink = z.output<typeof companyLink>
const readLink = (data: Record<string, unknown> | null): CompanyLink | null => companyLink.safeParse(data).data ?? null

const subscriptionData = z.object({
  id: z.string(),
  status: subscriptionStatus,
  customer_id: z.string(),
  currency_code: z.string(),
  created_at: time,
  updated_at: exactTime,
  next_billed_at: orNull(time),
  billing_cycle: billingCycle,
  current_billing_period: orNull(z.object({ starts_at: time, ends_at: time })),
  scheduled_change: orNull(z.object({ action: scheduledAction, effective_at: time })),
  items: z
    .array(z.object({ quantity: z.number().int(), price, product: orNull(z.object({ name: z.string() })) }))
    .min(1),
  custom_data: customData,
})

const subscriptionItems = z.object({
  items: z.array(z.object({ quantity: z.number().int(), price: z.object({ id: z.string() }) })),
})

/** All that is paid for, as orders name it. */
export const readItems = (raw: unknown): { readonly priceId: string; readonly quantity: number }[] =>
  subscriptionItems.parse(raw).items.map(({ price: { id: priceId }, quantity }) => ({ priceId, quantity }))

export type SubscriptionState = {
  readonly id: string
  readonly customerId: string
  readonly status: z.output<typeof subscriptionStatus>
  readonly priceId: string
  readonly priceName: string
  readonly productName: string
  readonly unitAmount: number
  readonly currencyCode: string
  readonly interval: z.output<typeof billingCycle>['interval']
  readonly frequency: number
  readonly quantity: number
  readonly scheduledAction: z.output<typeof scheduledAction> | null
  readonly scheduledAt: string | null
  readonly periodStartsAt: string | null
  readonly periodEndsAt: string | null
  readonly nextBilledAt: string | null
  readonly createdAt: string
}
export type Snapshot<State> = {
  readonly state: State
  /** When the object changed last, to the microsecond. */
  readonly updatedAt: string
  readonly link: CompanyLink | null
  /** Whether a plan of ours was bought. */
  readonly isPlan: boolean
}

export function readSubscription(raw: unknown): Snapshot<SubscriptionState> {
  const data = subscriptionData.parse(raw)
  const item = findPlanItem(data.items)
  return {
    updatedAt: data.updated_at,
    link: readLink(data.custom_data),
    isPlan: isPlan(item.price),
    state: {
      id: data.id,
      customerId: data.customer_id,
      status: data.status,
      priceId: item.price.id,
      priceName: item.price.name ?? item.price.description,
      productName: productNameOf(item.price, item.product),
      unitAmount: item.price.unit_price.amount,
      currencyCode: data.currency_code,
      interval: data.billing_cycle.interval,
      frequency: data.billing_cycle.frequency,
      quantity: item.quantity,
      scheduledAction: data.scheduled_change?.action ?? null,
      scheduledAt: data.scheduled_change?.effective_at ?? null,
      periodStartsAt: data.current_billing_period?.starts_at ?? null,
      periodEndsAt: data.current_billing_period?.ends_at ?? null,
      nextBilledAt: data.next_billed_at,
      createdAt: data.created_at,
    },
  }
}

const totals = z.object({ subtotal: minorUnits, tax: minorUnits, total: minorUnits })
const methodDetails = z.object({
  type: z.string(),
  card: orNull(z.object({ type: z.string(), last4: z.string() })),
})
const transactionData = z.object({
  id: z.string(),
  status: transactionStatus,
  origin: z.string(),
  currency_code: z.string(),
  subscription_id: orNull(z.string()),
  invoice_number: orNull(z.string()),
  created_at: time,
  updated_at: exactTime,
  billed_at: orNull(time),
  items: z.array(z.object({ quantity: z.number().int(), price: orNull(price) })).min(1),
  details: orNull(
    z.object({
      totals: orNull(totals),
      line_items: z.array(z.object({ product: orNull(z.object({ name: z.string() })) })).nullish(),
    }),
  ),
  payments: z
    .array(z.object({ status: z.string(), captured_at: orNull(time), method_details: orNull(methodDetails) }))
    .nullish(),
  custom_data: customData,
})

export type TransactionState = {
  readonly id: string
  readonly subscriptionId: string | null
  readonly status: z.output<typeof transactionStatus>
  readonly origin: string
  readonly invoiceNumber: string | null
  readonly productName: string
  readonly unitAmount: number
  readonly quantity: number
  readonly subtotal: number
  readonly tax: number
  readonly total: number
  readonly currencyCode: string
  readonly isTrial: boolean
  readonly billingCycle: z.output<typeof billingCycle> | null
  readonly trialPeriod: z.output<typeof billingCycle> | null
  readonly paymentName: string | null
  readonly paymentDigits: string | null
  /** When the money was received; without a payment, as `occurredAt`. */
  readonly paidAt: string
  readonly occurredAt: string
}

export function readTransaction(raw: unknown): Snapshot<TransactionState> {
  const data = transactionData.parse(raw)
  const item = findPlanItem(data.items)
  const sums = data.details?.totals ?? { subtotal: 0, tax: 0, total: 0 }
  const payment = readPayment(data)
  const occurredAt = data.billed_at ?? data.created_at
  return {
    updatedAt: data.updated_at,
    link: readLink(data.custom_data),
    isPlan: item.price !== null && isPlan(item.price),
    state: {
      id: data.id,
      subscriptionId: data.subscription_id,
      status: data.status,
      origin: data.origin,
      invoiceNumber: data.invoice_number,
      productName: item.price === null ? '' : productNameOf(item.price, data.details?.line_items?.[0]?.product ?? null),
      unitAmount: item.price?.unit_price.amount ?? 0,
      quantity: item.quantity,
      ...sums,
      currencyCode: data.currency_code,
      isTrial: sums.total === 0 && data.items.some((bought) => (bought.price?.trial_period ?? null) !== null),
      billingCycle: item.price?.billing_cycle ?? null,
      trialPeriod: item.price?.trial_period ?? null,
      paymentName: payment?.name ?? null,
      paymentDigits: payment?.digits ?? null,
      paidAt: payment?.capturedAt ?? occurredAt,
      occurredAt,
    },
  }
}

const methodNames: Readonly<Record<string, string>> = {
  american_express: 'American Express',
  apple_pay: 'Apple Pay',
  card: 'Card',
  diners_club: 'Diners Club',
  google_pay: 'Google Pay',
  jcb: 'JCB',
  paypal: 'PayPal',
  unionpay: 'UnionPay',
  unknown: 'Card',
}
const nameOfMethod = (type: string): string =>
  methodNames[type] ?? type.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())

/** The attempt that succeeded; attempts are newest first. */
function readPayment({ status, payments }: z.output<typeof transactionData>) {
  if (status !== 'completed' && status !== 'paid') return null
  const attempts = payments ?? []
  const attempt = attempts.find((one) => one.status === 'captured') ?? attempts[0]
  if (attempt === undefined) return null
  const { method_details: method, captured_at: capturedAt } = attempt
  const name = method && nameOfMethod(method.card?.type ?? method.type)
  return { name, digits: method?.card?.last4 ?? null, capturedAt }
}

const createdThing = z.object({ created_at: time })

/** Null if it has no readable time. */
export function readCreatedAt(raw: unknown): Date | null {
  try {
    return new Date(createdThing.parse(raw).created_at)
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return null
  }
}

const adjustmentData = z.object({
  id: z.string(),
  action: z.string(),
  status: z.string(),
  transaction_id: z.string(),
  updated_at: exactTime,
  totals: z.object({ total: minorUnits }),
})

export type AdjustmentState = {
  readonly id: string
  readonly transactionId: string
  readonly action: string
  readonly status: string
  readonly total: number
}

export function readAdjustment(raw: unknown): Snapshot<AdjustmentState> {
  const { id, action, status, ...data } = adjustmentData.parse(raw)
  const total = data.totals.total
  return {
    updatedAt: data.updated_at,
    link: null,
    isPlan: false,
    state: { id, transactionId: data.transaction_id, action, status, total },
  }
}

const priceInList = price.extend({
  status: z.string(),
  product: orNull(z.object({ name: z.string() })),
})

/** Null for anything that is not a plan of ours: without a period, or without the product name that we show. */
export function readPrice(raw: unknown) {
  const read = priceInList.parse(raw)
  const { billing_cycle: cycle, unit_price: unitPrice, custom_data: data } = read
  if (cycle === null || read.status !== 'active' || typeof data?.['productName'] !== 'string') return null
  return {
    id: read.id,
    name: read.name ?? read.description,
    description: read.description,
    unitPrice: { amount: unitPrice.amount, currencyCode: unitPrice.currency_code },
    billingCycle: cycle,
    trialPeriod: read.trial_period,
    customData: { productName: data['productName'], isRecommended: String(data['isRecommended']) === 'true' },
  }
}
