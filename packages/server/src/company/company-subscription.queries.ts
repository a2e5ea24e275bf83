/** The payment state of a company. Billing stores everything else. */
import type { SubscriptionStatus } from '@knowreel/shared/company/company.calls.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../platform/database/db.ts'

/** Without a payment provider, companies with billing count as paid. */
export async function saveIsBillingOn(db: Db, isOn: boolean): Promise<void> {
  await sql`update installation_billing set is_on = ${isOn} where is_on <> ${isOn}`.execute(db)
}

export type CompanySubscription = { readonly id: string; readonly status: SubscriptionStatus }

/** Locked until the transaction ends; null if the company is gone or on its way out. */
export async function lockCompanySubscription(
  trx: Trx,
  companyId: string,
): Promise<{ readonly isBilling: boolean; readonly subscription: CompanySubscription | null } | null> {
  const row = await trx
    .selectFrom('companies')
    .where('id', '=', companyId)
    .where('removed_at', 'is', null)
    .select(['is_billing', 'subscription_id', 'subscription_status'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  const { subscription_id: id, subscription_status: status } = row
  return { isBilling: row.is_billing, subscription: id === null || status === null ? null : { id, status } }
}

export async function setCompanySubscription(
  trx: Trx,
  companyId: string,
  { id, status, customerId }: CompanySubscription & { readonly customerId: string },
): Promise<void> {
  await trx
    .updateTable('companies')
    .set({ subscription_id: id, subscription_status: status, customer_id: customerId })
    .where('id', '=', companyId)
    .execute()
}

export async function setCompanyCustomer(db: Db, companyId: string, customerId: string): Promise<void> {
  await db.updateTable('companies').set({ customer_id: customerId }).where('id', '=', companyId).execute()
}
