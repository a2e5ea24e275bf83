/** The companies of the installation as its operators see them; each list is one statement. */
import type { AdminCompany, AdminCompanyRow } from '@knowreel/shared/admin/admin.calls.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { companiesPerPage } from '@knowreel/shared/admin/admin.rules.ts'
import { sql, type RawBuilder } from 'kysely'
import { containsPattern } from '../platform/database/contains-pattern.ts'
import type { Db } from '../platform/database/db.ts'

type CompanyRow = {
  id: string
  title: string
  slug: string
  is_activated: boolean
  is_billing: boolean
  is_ai_enabled: boolean
  created_at: Date
}

export type DomainOf = (slug: string) => string | null

const toAdminCompany = (row: CompanyRow, domainOf: DomainOf): AdminCompany => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  domain: domainOf(row.slug),
  isActivated: row.is_activated,
  isAiEnabled: row.is_ai_enabled,
  isBilling: row.is_billing,
  createdAt: row.created_at.toISOString(),
})

const companyColumns = sql`c.id, c.title, c.slug, c.is_activated, c.is_billing, c.is_ai_enabled, c.created_at`

/** Statements call the company `c`. Bytes of what people uploaded and of what is made of it, as the rows say. */
export const storageOfCompany = sql`(
  coalesce((select sum(v.size) from videos v where v.company_id = c.id), 0)
  + coalesce((select sum(r.size) from renditions r where r.company_id = c.id), 0)
  + coalesce((select sum(f.size) from files f where f.company_id = c.id), 0)
)::float8`

const usersOfCompany = sql`(select count(*)::int from company_members m where m.company_id = c.id)`
/** Without personal ones. */
const workspacesOfCompany = sql`(
  select count(*)::int from workspaces w
  where w.company_id = c.id and w.deleted_at is null and w.visibility <> 'personal'
)`

export type CompanySearch = {
  /** Empty finds all. */
  readonly q: string
  /** The parent host of the companies' own, so that a whole domain finds its company. */
  readonly parentHost: string | null
  readonly page: number
  readonly isBilling: boolean | null
  readonly isAiEnabled: boolean | null
  readonly isActivated: boolean | null
}

export async function searchCompanies(
  db: Db,
  search: CompanySearch,
  domainOf: DomainOf,
): Promise<{ companies: AdminCompanyRow[]; count: number }> {
  const { rows } = await sql<
    CompanyRow & { total: number; users_count: number; workspaces_count: number; storage_size: number }
  >`
    with matches as materialized (
      select c.id, c.created_at from companies c
      where c.removed_at is null and ${companyFilter(search)}
    ), page as (
      select id from matches order by created_at desc, id desc
      limit ${companiesPerPage} offset ${(search.page - 1) * companiesPerPage}
    )
    select ${companyColumns}, counted.total, ${usersOfCompany} as users_count, ${workspacesOfCompany} as workspaces_count,
      ${storageOfCompany} as storage_size
    from (select count(*)::int as total from matches) counted
    left join page on true
    left join companies c on c.id = page.id
    order by c.created_at desc, c.id desc
  `.execute(db)
  return {
    companies: rows
      .filter(({ id }) => id !== null)
      .map((row) => ({
        company: toAdminCompany(row, domainOf),
        stat: {
          usersCount: row.users_count,
          workspacesCount: row.workspaces_count,
          storageSize: Math.round(row.storage_size),
        },
      })),
    count: rows[0]?.total ?? 0,
  }
}

function companyFilter({ q, parentHost, isBilling, isAiEnabled, isActivated }: CompanySearch): RawBuilder<boolean> {
  const conditions = [sql<boolean>`true`]
  if (isBilling !== null) conditions.push(sql<boolean>`c.is_billing = ${isBilling}`)
  if (isAiEnabled !== null) conditions.push(sql<boolean>`c.is_ai_enabled = ${isAiEnabled}`)
  if (isActivated !== null) conditions.push(sql<boolean>`c.is_activated = ${isActivated}`)
  const text = q.trim()
  if (text !== '') {
    const pattern = containsPattern(text)
    const tail = parentHost === null ? '' : `.${parentHost}`
    const slug = tail !== '' && text.toLowerCase().endsWith(tail) ? text.slice(0, -tail.length) : null
    conditions.push(sql<boolean>`(
      c.title ilike ${pattern} or c.slug::text ilike ${pattern} or c.slug = ${slug}
      or exists (select 1 from users o where o.id = c.owner_id and o.email::text ilike ${pattern})
    )`)
  }
  return sql.join(conditions, sql` and `) as RawBuilder<boolean>
}

export type FoundCompany = { readonly company: AdminCompany; readonly ownerId: string }

/** Null for companies that are being removed, too. */
export async function findCompany(db: Db, id: string, domainOf: DomainOf): Promise<FoundCompany | null> {
  if (!isUuid(id)) return null
  const { rows } = await sql<CompanyRow & { owner_id: string }>`
    select ${companyColumns}, c.owner_id from companies c where c.id = ${id} and c.removed_at is null
  `.execute(db)
  const [row] = rows
  return row === undefined ? null : { company: toAdminCompany(row, domainOf), ownerId: row.owner_id }
}

type Switch = 'is_activated' | 'is_billing' | 'is_ai_enabled'

/** Without a value, the opposite of now. False if the company does not exist. */
export async function setCompanySwitch(db: Db, id: string, column: Switch, value: boolean | null): Promise<boolean> {
  if (!isUuid(id)) return false
  const name = sql.ref(column)
  const { numAffectedRows } = await sql`
    update companies set ${name} = coalesce(${value}::boolean, not ${name}) where id = ${id} and removed_at is null
  `.execute(db)
  return numAffectedRows === 1n
}

export async function readCompanyStats(db: Db, id: string) {
  const { rows } = await sql<{ users: number; workspaces: number; articles: number; storage: number }>`
    select ${usersOfCompany} as users, ${workspacesOfCompany} as workspaces,
      (select count(*)::int from articles a
        where a.company_id = c.id and a.published_at is not null and a.deleted_at is null) as articles,
      ${storageOfCompany} as storage
    from companies c where c.id = ${id}
  `.execute(db)
  const [row] = rows
  return row === undefined ? null : { ...row, storage: Math.round(row.storage) }
}

const maxPeople = 1000

export async function readCompanyOwner(db: Db, id: string) {
  const { rows } = await sql<{ id: string; firstName: string; lastName: string; email: string }>`
    select o.id, o.first_name as "firstName", o.last_name as "lastName", o.email::text as email
    from companies c join users o on o.id = c.owner_id where c.id = ${id}
  `.execute(db)
  return rows[0] ?? null
}

export async function listCompanyUserStatuses(db: Db, id: string) {
  const { rows } = await sql<{ id: string; status: 'active' | 'deactivated' | 'invited' }>`
    select user_id as id, status from company_members where company_id = ${id} order by created_at limit ${maxPeople}
  `.execute(db)
  return rows
}
