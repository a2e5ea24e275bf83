/** The shapes of Paddle's API, as far as they are used here. */
import { randomBytes } from 'node:crypto'

export type Json = Record<string, unknown>
export type PaddleEvent = {
  readonly event_id: string
  readonly event_type: string
  readonly occurred_at: string
  readonly notification_id: string
  readonly data: Json
}

export type Cycle = { interval: 'month' | 'year' | 'day'; frequency: number }
export type PaddlePrice = Json & {
  id: string
  name: string
  status: string
  billing_cycle: Cycle
  trial_period: Cycle | null
  unit_price: { amount: string; currency_code: string }
}
export type Item = { price: PaddlePrice; quantity: number }
type Change = { action: 'pause' | 'cancel'; effective_at: string; resume_at: null }

export type PaddleSubscription = Json & {
  id: string
  status: 'active' | 'trialing' | 'past_due' | 'paused' | 'canceled'
  customer_id: string
  currency_code: string
  custom_data: Json | null
  billing_cycle: Cycle
  current_billing_period: { starts_at: string; ends_at: string } | null
  next_billed_at: string | null
  scheduled_change: Change | null
  items: Json[]
  updated_at: string
}
export type PaddleTransaction = Json & {
  id: string
  status: string
  subscription_id: string | null
  customer_id: string | null
  custom_data: Json | null
  origin: string
  items: Item[]
  payments: Json[]
  updated_at: string
}

/** A refusal, with Paddle's code. */
export class PaddleRefusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

const dayMs = 86_400_000
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
export const newId = (prefix: string): string =>
  `${prefix}_01${[...randomBytes(24)].map((byte) => alphabet[byte % alphabet.length]).join('')}`

export const iso = (ms: number) => new Date(ms).toISOString().replace('Z', '000Z')

export function addCycle(from: number, { interval, frequency }: Cycle): number {
  const date = new Date(from)
  if (interval === 'day') return from + frequency * dayMs
  if (interval === 'month') date.setUTCMonth(date.getUTCMonth() + frequency)
  else date.setUTCFullYear(date.getUTCFullYear() + frequency)
  return date.getTime()
}

const catalogueTime = '2026-01-01T00:00:00.000000Z'

const productOf = (price: PaddlePrice) => ({
  id: price['product_id'],
  name: price.name,
  description: null,
  type: 'standard',
  tax_category: 'saas',
  image_url: null,
  custom_data: null,
  status: 'active',
  created_at: catalogueTime,
  updated_at: catalogueTime,
})

export function detailsOf(items: readonly Item[], isFree: boolean): Json {
  const subtotal = isFree
    ? 0n
    : items.reduce((sum, { price, quantity }) => sum + BigInt(price.unit_price.amount) * BigInt(quantity), 0n)
  const tax = (subtotal * 19n) / 100n
  const totals = {
    subtotal: String(subtotal),
    discount: '0',
    tax: String(tax),
    total: String(subtotal + tax),
    credit: '0',
    balance: '0',
    grand_total: String(subtotal + tax),
    fee: null,
    earnings: null,
    currency_code: items[0]?.price.unit_price.currency_code,
  }
  return {
    tax_rates_used: [{ tax_rate: '0.19', totals }],
    totals,
    adjusted_totals: totals,
    payout_totals: null,
    adjusted_payout_totals: null,
    line_items: items.map(({ price, quantity }) => ({
      id: newId('txnitm'),
      price_id: price.id,
      quantity,
      proration: null,
      tax_rate: '0.19',
      unit_totals: { subtotal: price.unit_price.amount, discount: '0', tax: '0', total: price.unit_price.amount },
      totals: { subtotal: totals.subtotal, discount: '0', tax: totals.tax, total: totals.total },
      product: productOf(price),
    })),
  }
}

export const subscriptionItems = (items: readonly Item[], status: string, at: string): Json[] =>
  items.map(({ price, quantity }) => ({
    status: status === 'trialing' ? 'trialing' : 'active',
    quantity,
    recurring: true,
    created_at: at,
    updated_at: at,
    previously_billed_at: null,
    next_billed_at: null,
    trial_dates: null,
    price,
    product: productOf(price),
  }))

export type NewPrice = {
  productName: string
  amount: string
  interval: 'month' | 'year'
  currencyCode?: string
  trial?: Cycle | null
  description?: string
  isRecommended?: boolean
}

/** The price in most tests. */
export const teamPrice: NewPrice = {
  productName: 'Team',
  amount: '1200',
  interval: 'month',
  currencyCode: 'EUR',
  trial: null,
}

export function buildPrice(input: NewPrice): PaddlePrice {
  const { productName, amount, interval, currencyCode = 'EUR', trial = null, description = '' } = input
  return {
    id: newId('pri'),
    product_id: newId('pro'),
    description,
    type: 'standard',
    name: productName,
    billing_cycle: { interval, frequency: 1 },
    trial_period: trial,
    tax_mode: 'external',
    unit_price: { amount, currency_code: currencyCode },
    unit_price_overrides: [],
    quantity: { minimum: 1, maximum: 100_000 },
    status: 'active',
    custom_data: { productName, ...(input.isRecommended && { isRecommended: true }) },
    import_meta: null,
    created_at: catalogueTime,
    updated_at: catalogueTime,
  }
}
