/** Billing as its screens read it, from what the provider reported. */
import type { DueRefund } from '@knowreel/shared/billing/billing-admin.calls.ts'
import type { PaymentMethod, Subscription, Transaction } from '@knowreel/shared/billing/billing.calls.ts'
import { sql, type Selectable } from 'kysely'
import { isBillingColumn } from '../company/index.ts'
import type { Db, Tables } from '../platform/database/db.ts'
import { sortSubscriptions } from './mirror/reduce.ts'
import './billing.tables.ts'

const maxSubscriptions = 100
export const maxTransactions = 1000

type SubscriptionRow = Selectable<Tables['billing_subscriptions']>

/** The effective subscription first. */
export async function listSubscriptions(db: Db, companyId: string): Promise<Subscription[]> {
  const rows = await db
    .selectFrom('billing_subscriptions')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxSubscriptions)
    .execute()
  return sortSubscriptions(rows.map((row) => ({ ...row, createdAt: row.created_at.toISOString() }))).map(toSubscription)
}

export async function getSubscription(db: Db, id: string): Promise<Subscription> {
  return toSubscription(
    await db.selectFrom('billing_subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
}

const toSubscription = (row: SubscriptionRow): Subscription => ({
  id: row.id,
  status: row.status,
  items: [
    {
      price: {
        id: row.price_id,
        name: row.price_name,
        unitPrice: { amount: row.unit_amount, currencyCode: row.currency_code },
        billingCycle: { interval: row.billing_interval, frequency: row.billing_frequency },
        customData: { productName: row.product_name },
      },
      quantity: row.quantity,
    },
  ],
  scheduledChange:
    row.scheduled_action === null || row.scheduled_at === null
      ? null
      : { action: row.scheduled_action, effectiveAt: row.scheduled_at.toISOString() },
  currentBillingPeriod:
    row.period_starts_at === null || row.period_ends_at === null
      ? null
      : { startsAt: row.period_starts_at.toISOString(), endsAt: row.period_ends_at.toISOString() },
  nextBilledAt: row.next_billed_at?.toISOString() ?? null,
  customData: { companyId: row.company_id },
})

/** Payments; a change of the payment method is none. */
const selectTransactions = (db: Db) =>
  db
    .selectFrom('billing_transactions as t')
    .where('t.subscription_id', 'is not', null)
    .where('t.origin', '<>', 'subscription_payment_method_change')
    .selectAll('t')
    .select(
      sql<number>`coalesce((
        select sum(a.total) from billing_adjustments a
        where a.transaction_id = t.id and a.action in ('refund', 'chargeback') and a.status = 'approved'
      ), 0)::bigint`.as('refunded'),
    )

/** Newest first; without what was paid back. */
export async function listDueRefunds(db: Db, limit: number): Promise<DueRefund[]> {
  const rows = await db
    .selectFrom(
      selectTransactions(db)
        .leftJoin('companies as c', (join) => join.onRef('c.id', '=', 't.company_id').on('c.removed_at', 'is', null))
        .where('t.is_refund_due', '=', true)
        .where('t.is_refund_dismissed', '=', false)
        .select('c.title as companyTitle')
        .as('p'),
    )
    .selectAll()
    .whereRef('p.refunded', '<', 'p.total')
    .orderBy('p.occurred_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    transactionId: row.id,
    subscriptionId: row.subscription_id,
    invoiceNumber: row.invoice_number,
    company: row.companyTitle === null ? null : { id: row.company_id, title: row.companyTitle },
    paidAt: row.occurred_at.toISOString(),
    due: { amount: row.total - row.refunded, currencyCode: row.currency_code },
  }))
}

type TransactionRow = Awaited<ReturnType<ReturnType<typeof selectTransactions>['executeTakeFirstOrThrow']>>

const toTransaction = (row: TransactionRow): Transaction => ({
  transactionId: row.id,
  invoiceNumber: row.invoice_number,
  productName: row.product_name,
  date: row.occurred_at.toISOString(),
  costPerUser: row.unit_amount,
  usersCount: row.quantity,
  subscriptionPrice: row.total,
  refunded: row.refunded,
  currencyCode: row.currency_code,
  status: row.status,
  isTrial: row.is_trial,
})

/** Newest first; one more than the limit shows that there are more. */
export async function listTransactions(db: Db, companyId: string): Promise<Transaction[]> {
  const rows = await selectTransactions(db)
    .where('t.company_id', '=', companyId)
    .orderBy('t.occurred_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(maxTransactions + 1)
    .execute()
  return rows.map(toTransaction)
}

export async function findTransaction(db: Db, companyId: string, id: string): Promise<Transaction | null> {
  const row = await selectTransactions(db)
    .where('t.company_id', '=', companyId)
    .where('t.id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : toTransaction(row)
}

/** The payment method of the last payment, or of the last change without one. */
export async function findPaymentMethod(db: Db, subscriptionId: string): Promise<PaymentMethod | null> {
  const row = await db
    .selectFrom('billing_transactions')
    .where('subscription_id', '=', subscriptionId)
    .where('payment_name', 'is not', null)
    .select(['payment_name', 'payment_digits'])
    .orderBy('occurred_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.payment_name ? { name: row.payment_name, lastDigits: row.payment_digits } : null
}

export type Payer = {
  readonly isBilling: boolean
  readonly subscriptionId: string | null
  readonly email: string
  readonly name: string
}

/** The company's owner. */
export async function readPayer(db: Db, companyId: string): Promise<Payer> {
  return db
    .selectFrom('companies as c')
    .innerJoin('users as o', 'o.id', 'c.owner_id')
    .where('c.id', '=', companyId)
    .select([isBillingColumn.as('isBilling'), 'c.subscription_id as subscriptionId', 'o.email'])
    .select(sql<string>`trim(o.first_name || ' ' || o.last_name)`.as('name'))
    .executeTakeFirstOrThrow()
}

/** The company of a subscription. */
export type OwnSubscription = { readonly id: string; readonly companyId: string }

export async function findOwnSubscription(db: Db, companyId: string, id: string): Promise<OwnSubscription | null> {
  const row = await db
    .selectFrom('billing_subscriptions')
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .select(['id', 'company_id as companyId'])
    .executeTakeFirst()
  return row ?? null
}

export async function listLiveSubscriptionIds(db: Db, companyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_subscriptions')
    .where('company_id', '=', companyId)
    .where('status', '<>', 'canceled')
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether a company with billing can use this subscription. */
export async function isSubscriptionUsable(db: Db, subscriptionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('billing_subscriptions as s')
    .innerJoin('companies as c', 'c.id', 's.company_id')
    .where('s.id', '=', subscriptionId)
    .where('c.removed_at', 'is', null)
    .where('c.is_billing', '=', true)
    .select('s.id')
    .executeTakeFirst()
  return row !== undefined
}
