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

/** A column that refers to companies. Nullable ones, such as an account's last company, are cleared. */
export type CompanyColumn = { readonly table: string; readonly column: string; readonly isCleared: boolean }

/** Reads the catalog, so that tables of new features are included. */
export async function listCompanyColumns(db: Db): Promise<readonly CompanyColumn[]> {
  const { rows } = await sql<CompanyColumn>`
    select r.relname as table, a.attname as column, c.confdeltype = 'n' as "isCleared"
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'companies'::regclass and c.confdeltype in ('c', 'n')
    order by r.relname, a.attname
  `.execute(db)
  return rows
}

/** Returns how many rows. */
export async function removeCompanyFrom(
  db: Db,
  { table, column, isCleared }: CompanyColumn,
  id: string,
  limit: number,
): Promise<number> {
  const [rows, key] = [sql.table(table), sql.ref(column)]
  const change = isCleared ? sql`update ${rows} set ${key} = null` : sql`delete from ${rows}`
  const { numAffectedRows } = await sql`
    ${change} where ctid = any (array(select ctid from ${rows} where ${key} = ${id} limit ${limit}))
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes the company's row. Returns the key of its logo. */
export async function deleteCompanyRow(trx: Trx, id: string): Promise<string | null> {
  const { rows } = await sql<{ logo: string | null }>`delete from companies where id = ${id} returning logo`.execute(
    trx,
  )
  return rows[0]?.logo ?? null
}
