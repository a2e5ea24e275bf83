import type { SeatCost } from '@knowreel/shared/billing/billing.calls.ts'
import type { SubscriptionStatus } from '@knowreel/shared/company/company.calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import '../billing.tables.ts'

/** The company may have another number of users than it pays for. A trigger notes people who join and leave. */
export async function noteSeatChange(db: Db, companyId: string): Promise<void> {
  await sql`
    insert into billing_seat_changes (company_id) values (${companyId})
    on conflict (company_id) do update set changed_at = excluded.changed_at, due_at = excluded.due_at, failures = 0
  `.execute(db)
}

/** Everybody who is active, and at least the one who pays. */
export async function countSeats(db: Db, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select greatest(1, count(*))::int as count from company_members where company_id = ${companyId} and status = 'active'
  `.execute(db)
  return rows[0]?.count ?? 1
}

export type SeatChange = { readonly companyId: string; readonly changedAt: Date }

/** The longest waiting first. */
export async function listDueSeatChanges(db: Db, limit: number): Promise<SeatChange[]> {
  return db
    .selectFrom('billing_seat_changes')
    .where('due_at', '<=', sql<Date>`now()`)
    .select(['company_id as companyId', 'changed_at as changedAt'])
    .orderBy('due_at')
    .limit(limit)
    .execute()
}

/** Stays if people have changed since it was read. */
export async function deleteSeatChange(db: Db, { companyId, changedAt }: SeatChange): Promise<void> {
  await db
    .deleteFrom('billing_seat_changes')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`date_trunc('milliseconds', changed_at) <= ${changedAt}::timestamptz`)
    .execute()
}

/** Tried again in 2, 4, 8 … minutes, at most 6 hours. */
export async function postponeSeatChange(db: Db, companyId: string): Promise<void> {
  await sql`
    update billing_seat_changes
    set failures = failures + 1, due_at = now() + least(interval '6 hours', make_interval(mins => (2 ^ least(failures + 1, 9))::int))
    where company_id = ${companyId}
  `.execute(db)
}

/** The price of another user by the effective subscription; null unless it is paid. */
export async function findSeatCost(db: Db, companyId: string): Promise<SeatCost | null> {
  const row = await db
    .selectFrom('companies as c')
    .innerJoin('billing_subscriptions as s', 's.id', 'c.subscription_id')
    .where('c.id', '=', companyId)
    .where('s.status', 'in', ['active', 'trialing'])
    .select(['s.unit_amount', 's.currency_code', 's.billing_interval', 's.billing_frequency', 's.status'])
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    unitPrice: { amount: row.unit_amount, currencyCode: row.currency_code },
    billingCycle: { interval: row.billing_interval, frequency: row.billing_frequency },
    isTrial: row.status === 'trialing',
  }
}

/** The effective subscription of a company with billing. */
export type PaidSeats = {
  readonly subscriptionId: string
  readonly status: SubscriptionStatus
  readonly quantity: number
}

export async function findPaidSeats(db: Db, companyId: string): Promise<PaidSeats | null> {
  const row = await db
    .selectFrom('companies as c')
    .innerJoin('billing_subscriptions as s', 's.id', 'c.subscription_id')
    .where('c.id', '=', companyId)
    .where('c.is_billing', '=', true)
    .where('c.removed_at', 'is', null)
    .select(['s.id as subscriptionId', 's.status', 's.quantity'])
    .executeTakeFirst()
  return row ?? null
}

/** Finds what the trigger cannot: seats that somebody changed at the provider. */
export async function noteDifferingSeats(db: Db): Promise<void> {
  await sql`
    insert into billing_seat_changes (company_id)
    select c.id from companies c join billing_subscriptions s on s.id = c.subscription_id
    where c.is_billing and c.removed_at is null and s.status in ('active', 'trialing')
      and s.quantity <> greatest(1, (
        select count(*) from company_members m where m.company_id = c.id and m.status = 'active'
      ))
    on conflict (company_id) do nothing
  `.execute(db)
}
