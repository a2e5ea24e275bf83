/** The end of a company's billing, because it is disabled or the company is removed, and the payments after it. */
import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../platform/database/db.ts'
import './billing.tables.ts'

/** Keeps the first time: the removal of a company that had no billing any more changes nothing. */
export async function markBillingEnded(trx: Trx, companyId: string): Promise<void> {
  await trx
    .insertInto('billing_ends')
    .values({ company_id: companyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function markBillingResumed(trx: Trx, companyId: string): Promise<void> {
  await trx.deleteFrom('billing_ends').where('company_id', '=', companyId).execute()
}

/** For a company that has no billing now: whether it ended before this time; null if it is unknown when it ended. */
export async function isAfterBilling(trx: Trx, companyId: string, time: Date): Promise<boolean | null> {
  const row = await trx
    .selectFrom('billing_ends')
    .where('company_id', '=', companyId)
    .select((eb) => eb('ended_at', '<=', time).as('isAfter'))
    .executeTakeFirst()
  return row === undefined ? null : Boolean(row.isAfter)
}

/** False if no refund of the payment is due. The payment stays known: the provider reports it again. */
export async function dismissDueRefund(trx: Trx, transactionId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('billing_transactions')
    .set({ is_refund_dismissed: true })
    .where('id', '=', transactionId)
    .where('is_refund_due', '=', true)
    .where('is_refund_dismissed', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Payments to refund stay, also dismissed ones, without what says how they were paid. Returns how many rows. */
export async function deletePaymentsOfCompany(db: Db, companyId: string, limit: number): Promise<number> {
  const batch = (condition: RawBuilder<unknown>) => sql`
    array(select id from billing_transactions where company_id = ${companyId} and ${condition} limit ${limit})`
  const results = [
    await sql`delete from billing_transactions where id = any (${batch(sql`not is_refund_due`)})`.execute(db),
    await sql`
      update billing_transactions set payment_name = null, payment_digits = null where id = any (${batch(isKept)})
    `.execute(db),
  ]
  return results.reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0n), 0)
}

const isKept = sql`is_refund_due and coalesce(payment_name, payment_digits) is not null`
