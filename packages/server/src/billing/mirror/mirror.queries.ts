import type { Db, Trx } from '../../platform/database/db.ts'
import type { AdjustmentState, SubscriptionState, TransactionState } from '../provider/snapshots.ts'
import type { Versioned } from './reduce.ts'
import '../billing.tables.ts'

export type Stored<State> = Versioned<State> & { readonly companyId: string; readonly receivedAt: Date }

/** Locked until the transaction ends; null for what is not known. */
export async function lockSubscription(trx: Trx, id: string): Promise<Stored<SubscriptionState> | null> {
  const row = await trx
    .selectFrom('billing_subscriptions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  return { companyId: row.company_id, receivedAt: row.received_at, version: row.version, state: toSubscription(row) }
}

export async function findCompanyOfSubscription(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('billing_subscriptions').where('id', '=', id).select('company_id').executeTakeFirst()
  return row?.company_id ?? null
}

export async function findCompanyOfTransaction(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('billing_transactions').where('id', '=', id).select('company_id').executeTakeFirst()
  return row?.company_id ?? null
}

/** All of a company, in no order. */
export async function listSubscriptionsOf(trx: Trx, companyId: string): Promise<SubscriptionState[]> {
  const rows = await trx.selectFrom('billing_subscriptions').selectAll().where('company_id', '=', companyId).execute()
  return rows.map(toSubscription)
}

type SubscriptionRow = ReturnType<typeof fromSubscription>

const isoOf = (date: Date | null): string | null => date?.toISOString() ?? null
const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

const toSubscription = (row: SubscriptionRow): SubscriptionState => ({
  id: row.id,
  customerId: row.customer_id,
  status: row.status,
  priceId: row.price_id,
  priceName: row.price_name,
  productName: row.product_name,
  unitAmount: row.unit_amount,
  currencyCode: row.currency_code,
  interval: row.billing_interval,
  frequency: row.billing_frequency,
  quantity: row.quantity,
  scheduledAction: row.scheduled_action,
  scheduledAt: isoOf(row.scheduled_at),
  periodStartsAt: isoOf(row.period_starts_at),
  periodEndsAt: isoOf(row.period_ends_at),
  nextBilledAt: isoOf(row.next_billed_at),
  createdAt: row.created_at.toISOString(),
})

const fromSubscription = (state: SubscriptionState) => ({
  id: state.id,
  customer_id: state.customerId,
  status: state.status,
  price_id: state.priceId,
  price_name: state.priceName,
  product_name: state.productName,
  unit_amount: state.unitAmount,
  currency_code: state.currencyCode,
  billing_interval: state.interval,
  billing_frequency: state.frequency,
  quantity: state.quantity,
  scheduled_action: state.scheduledAction,
  scheduled_at: dateOf(state.scheduledAt),
  period_starts_at: dateOf(state.periodStartsAt),
  period_ends_at: dateOf(state.periodEndsAt),
  next_billed_at: dateOf(state.nextBilledAt),
  created_at: new Date(state.createdAt),
})

/** A subscription never moves to another company. */
export async function saveSubscription(
  trx: Trx,
  companyId: string,
  { version, state }: Versioned<SubscriptionState>,
): Promise<void> {
  const row = { ...fromSubscription(state), version, received_at: new Date() }
  await trx
    .insertInto('billing_subscriptions')
    .values({ ...row, company_id: companyId })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** What only the checkout page and the first reading of a payment need is not stored. */
export type StoredTransaction = Omit<TransactionState, 'subtotal' | 'tax' | 'billingCycle' | 'trialPeriod' | 'paidAt'>

export function toStoredTransaction(state: TransactionState): StoredTransaction {
  const { subtotal: _, tax: __, billingCycle: ___, trialPeriod: ____, paidAt: _____, ...stored } = state
  return stored
}

/** As it is kept of a removed company. */
export const withoutPaymentMethod = (state: StoredTransaction): StoredTransaction => ({
  ...state,
  paymentName: null,
  paymentDigits: null,
})

export async function lockTransaction(trx: Trx, id: string): Promise<Stored<StoredTransaction> | null> {
  const row = await trx
    .selectFrom('billing_transactions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    companyId: row.company_id,
    receivedAt: row.received_at,
    version: row.version,
    state: {
      id: row.id,
      subscriptionId: row.subscription_id,
      status: row.status,
      origin: row.origin,
      invoiceNumber: row.invoice_number,
      productName: row.product_name,
      unitAmount: row.unit_amount,
      quantity: row.quantity,
      total: row.total,
      currencyCode: row.currency_code,
      isTrial: row.is_trial,
      paymentName: row.payment_name,
      paymentDigits: row.payment_digits,
      occurredAt: row.occurred_at.toISOString(),
    },
  }
}

/** A refund that is due stays due until it is made. */
export async function saveTransaction(
  trx: Trx,
  companyId: string,
  { version, state }: Versioned<StoredTransaction>,
  isRefundDue: boolean,
): Promise<void> {
  const row = {
    id: state.id,
    subscription_id: state.subscriptionId,
    version,
    received_at: new Date(),
    status: state.status,
    origin: state.origin,
    invoice_number: state.invoiceNumber,
    product_name: state.productName,
    unit_amount: state.unitAmount,
    quantity: state.quantity,
    total: state.total,
    currency_code: state.currencyCode,
    is_trial: state.isTrial,
    payment_name: state.paymentName,
    payment_digits: state.paymentDigits,
    occurred_at: new Date(state.occurredAt),
    ...(isRefundDue && { is_refund_due: true }),
  }
  await trx
    .insertInto('billing_transactions')
    .values({ ...row, company_id: companyId })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

export async function lockAdjustment(
  trx: Trx,
  id: string,
): Promise<(Versioned<AdjustmentState> & { readonly receivedAt: Date }) | null> {
  const row = await trx
    .selectFrom('billing_adjustments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  const { action, status, total } = row
  return {
    receivedAt: row.received_at,
    version: row.version,
    state: { id, transactionId: row.transaction_id, action, status, total },
  }
}

export async function saveAdjustment(trx: Trx, { version, state }: Versioned<AdjustmentState>): Promise<void> {
  const { id, transactionId, action, status, total } = state
  const row = { id, transaction_id: transactionId, version, received_at: new Date(), action, status, total }
  await trx
    .insertInto('billing_adjustments')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}
