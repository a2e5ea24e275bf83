import { sql } from 'kysely'
import type { Db, Trx } from '../platform/database/db.ts'

/**
 * From now on nobody reaches anything of the company: it has no people, no workspaces, no sessions and no name. Its
 * rows are deleted later.
 */
export async function closeCompany(trx: Trx, id: string): Promise<void> {
  await sql`
    update companies set removed_at = now(), is_activated = false, slug = 'removed-' || id where id = ${id}
  `.execute(trx)
  await sql`
    update users set left_company_at = now()
    where id in (select user_id from company_members where company_id = ${id})
  `.execute(trx)
  await sql`delete from sessions where company_id = ${id}`.execute(trx)
  await sql`delete from company_members where company_id = ${id}`.execute(trx)
  await sql`delete from invitations where company_id = ${id}`.execute(trx)
  await sql`update workspaces set deleted_at = coalesce(deleted_at, now()) where company_id = ${id}`.execute(trx)
}

export async function isCompanyClosed(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from companies where id = ${id} and removed_at is not null`.execute(db)
  return rows.length > 0
}

/** Returns how many. */
export async function deleteNotificationsOfCompany(db: Db, id: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notifications where id in (select id from notifications where company_id = ${id} limit ${limit})
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** The last row of it, with the few that still depend on it. Returns the key of its logo. */
export async function deleteCompanyRow(trx: Trx, id: string): Promise<string | null> {
  const { rows } = await sql<{ logo: string | null }>`delete from companies where id = ${id} returning logo`.execute(
    trx,
  )
  return rows[0]?.logo ?? null
}
