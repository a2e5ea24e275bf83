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
const isCountedWorkspace = sql`w.company_id = c.id and w.deleted_at is null and w.visibility <> 'personal'`
const workspacesOfCompany = sql`(select count(*)::int from workspaces w where ${isCountedWorkspace})`

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
  const filter = companyFilter(search)
  const { rows } = await sql<
    CompanyRow & { total: number; users_count: number; workspaces_count: number; storage_size: number }
  >`
    with page as (
      select c.id from companies c where c.removed_at is null and ${filter}
      order by c.created_at desc, c.id desc
      limit ${companiesPerPage} offset ${(search.page - 1) * companiesPerPage}
    ), counted as (
      select count(*)::int as total from companies c where c.removed_at is null and ${filter}
    )
    select ${companyColumns}, counted.total, ${usersOfCompany} as users_count, ${workspacesOfCompany} as workspaces_count,
      ${storageOfCompany} as storage_size
    from counted
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

/** The index of emails has no entries for fewer characters. */
const minEmailSearchLength = 3

function companyFilter({ q, parentHost, isBilling, isAiEnabled, isActivated }: CompanySearch): RawBuilder<boolean> {
  const conditions = [sql<boolean>`true`]
  if (isBilling !== null) conditions.push(sql<boolean>`c.is_billing = ${isBilling}`)
  if (isAiEnabled !== null) conditions.push(sql<boolean>`c.is_ai_enabled = ${isAiEnabled}`)
  if (isActivated !== null) conditions.push(sql<boolean>`c.is_activated = ${isActivated}`)
  const text = q.trim().toLowerCase()
  if (text !== '') {
    const pattern = containsPattern(text)
    const [label = '', ...rest] = text.split('.')
    // The beginning of a domain finds its company too.
    const slug = rest.length > 0 && parentHost?.startsWith(rest.join('.')) ? label : null
    const found = [sql<boolean>`c.searched like ${pattern}`, sql<boolean>`c.slug = ${slug}`]
    if (text.length >= minEmailSearchLength)
      found.push(sql<boolean>`c.owner_id in (select o.id from users o where lower(o.email::text) like ${pattern})`)
    conditions.push(sql<boolean>`(${sql.join(found, sql` or `)})`)
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

const maxPeople = 1000

/** With the status of each person in it. */
export async function readCompanyWithStatuses(db: Db, id: string, domainOf: DomainOf) {
  if (!isUuid(id)) return null
  const { rows } = await sql<CompanyRow & { users: CompanyUserStatus[] }>`
    select ${companyColumns}, coalesce((
      select json_agg(json_build_object('id', m.user_id, 'status', m.status) order by m.created_at)
      from (select user_id, status, created_at from company_members where company_id = c.id
        order by created_at limit ${maxPeople}) m
    ), '[]') as users
    from companies c where ${isShown(id)}
  `.execute(db)
  const [row] = rows
  return row === undefined ? null : { ...toAdminCompany(row, domainOf), users: row.users }
}

/** A company that is being removed is not shown. */
const isShown = (id: string) => sql<boolean>`c.id = ${id} and c.removed_at is null`

type CompanyUserStatus = { id: string; status: 'active' | 'deactivated' | 'invited' }

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

type CompanyStats = {
  users: number
  activeUsers: number
  invitedUsers: number
  workspaces: number
  archivedWorkspaces: number
  articles: number
  recordings: number
  storage: number
}

/** Workspaces without personal ones. */
export async function readCompanyStats(db: Db, id: string) {
  if (!isUuid(id)) return null
  const { rows } = await sql<CompanyStats>`
    select m.users, m."activeUsers", (select count(*)::int from invitations i where i.company_id = c.id) as "invitedUsers",
      w.workspaces, w."archivedWorkspaces", a.articles, a.recordings, ${storageOfCompany} as storage
    from companies c
    cross join lateral (
      select count(*)::int as users, count(*) filter (where m.status = 'active')::int as "activeUsers"
      from company_members m where m.company_id = c.id
    ) m
    cross join lateral (
      select count(*)::int as workspaces, count(*) filter (where w.is_archived)::int as "archivedWorkspaces"
      from workspaces w where ${isCountedWorkspace}
    ) w
    cross join lateral (
      select count(*)::int as articles, count(*) filter (where a.duration > 0)::int as recordings
      from articles a where a.company_id = c.id and a.published_at is not null and a.deleted_at is null
    ) a
    where ${isShown(id)}
  `.execute(db)
  const [row] = rows
  return row === undefined ? null : { ...row, storage: Math.round(row.storage) }
}

/** Null if the company does not exist. */
export async function readCompanyOwner(db: Db, id: string) {
  if (!isUuid(id)) return null
  const { rows } = await sql<{ id: string; firstName: string; lastName: string; email: string }>`
    select o.id, o.first_name as "firstName", o.last_name as "lastName", o.email::text as email
    from companies c join users o on o.id = c.owner_id where ${isShown(id)}
  `.execute(db)
  return rows[0] ?? null
}

export async function isCompanyMember(db: Db, id: string, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from company_members where company_id = ${id} and user_id = ${userId}`.execute(db)
  return rows.length > 0
}
