/** Subscriptions and payments for tests, as if the provider had reported them. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { Insertable } from 'kysely'
import type { Db, Tables } from '../platform/database/db.ts'
import './billing.tables.ts'

/** As the payment provider writes ids. */
export const newProviderId = (prefix: 'sub' | 'txn' | 'pri' | 'ctm' | 'evt'): string =>
  `${prefix}_${newId().replaceAll('-', '')}`

type SubscriptionRow = Insertable<Tables['billing_subscriptions']>
type Overrides<Row> = { readonly company: { readonly id: string } } & Partial<Omit<Row, 'company_id'>>

const dayMs = 86_400_000

/** Becomes the effective subscription of its company, and turns billing on for it. */
export async function buildSubscription(
  db: Db,
  { company, ...overrides }: Overrides<SubscriptionRow>,
): Promise<{ id: string; customerId: string }> {
  const now = Date.now()
  const row: SubscriptionRow = {
    id: newProviderId('sub'),
    company_id: company.id,
    customer_id: newProviderId('ctm'),
    version: '2026-11-01T00:00:00.000000Z',
    status: 'active',
    price_id: newProviderId('pri'),
    price_name: 'Team',
    product_name: 'Team',
    unit_amount: 1200,
    currency_code: 'EUR',
    billing_interval: 'month',
    billing_frequency: 1,
    quantity: 1,
    scheduled_action: null,
    scheduled_at: null,
    period_starts_at: new Date(now - 10 * dayMs),
    period_ends_at: new Date(now + 20 * dayMs),
    next_billed_at: new Date(now + 20 * dayMs),
    created_at: new Date(now - 10 * dayMs),
    ...overrides,
  }
  await db.insertInto('billing_subscriptions').values(row).execute()
  await db
    .updateTable('companies')
    .set({
      is_billing: true,
      subscription_id: row.id,
      subscription_status: row.status,
      customer_id: row.customer_id,
    })
    .where('id', '=', company.id)
    .execute()
  return { id: row.id, customerId: row.customer_id }
}

type TransactionRow = Insertable<Tables['billing_transactions']>

export async function buildTransaction(
  db: Db,
  { company, ...overrides }: Overrides<TransactionRow>,
): Promise<{ id: string }> {
  const row: TransactionRow = {
    id: newProviderId('txn'),
    company_id: company.id,
    subscription_id: newProviderId('sub'),
    version: '2026-11-01T00:00:00.000000Z',
    status: 'completed',
    origin: 'subscription_recurring',
    invoice_number: 'KR-2026-0001',
    product_name: 'Team',
    unit_amount: 1200,
    quantity: 1,
    total: 1200,
    currency_code: 'EUR',
    is_trial: false,
    payment_name: 'Visa',
    payment_digits: '4412',
    occurred_at: new Date(),
    ...overrides,
  }
  await db.insertInto('billing_transactions').values(row).execute()
  return { id: row.id }
}
