import type {
  CompanyForMember,
  CompanyInfo,
  CompanyRole,
  CompanyUserStatus,
  CurrentCompany,
  SubscriptionStatus,
} from '@knowreel/shared/company/company.calls.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { fullName } from '@knowreel/shared/user/user.rules.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../platform/database/db.ts'

/** Statements call the company `c`. Without a payment provider, nobody pays. */
export const isBillingColumn = sql<boolean>`coalesce(c.is_billing and (select is_on from installation_billing), false)`

/** A subscription with a scheduled end stays active until then. */
export const isPaidColumn = sql<boolean>`coalesce(
  not c.is_billing or c.subscription_status in ('active', 'trialing') or not (select is_on from installation_billing), false
)`

/** The input of a response besides the tables. */
export type CompanyViewContext = {
  /** Signs the short-lived URL of a logo, which guests see too. */
  readonly signLogo: (key: string) => string
  readonly domainOf: (slug: string) => string | null
}

const companyColumns = [
  'c.id',
  'c.title',
  'c.slug',
  'c.logo',
  'c.owner_id',
  'c.is_activated',
  'c.is_ai_enabled',
  'c.is_sharing_off',
  'c.are_api_keys_off',
  'c.subscription_status',
  'c.subscription_id',
  'c.created_at',
] as const

/**
 * The person whom a deactivated member, or a member of a deactivated company, can contact. Only an operator of the
 * installation activates a company without billing, so its owner and administrators get an operator among their
 * colleagues; everyone else gets the owner.
 */
const contactColumn = sql<{ firstName: string; lastName: string; email: string } | null>`case
  when c.is_activated and m.status = 'active' then null
  else (
    select json_build_object('firstName', u.first_name, 'lastName', u.last_name, 'email', u.email)
    from users u join company_members um on um.user_id = u.id and um.company_id = c.id and um.status = 'active'
    where u.id <> m.user_id and case
      when not c.is_activated and not ${isBillingColumn} and m.role in ('owner', 'admin')
        then u.is_super_admin or u.global_role is not null
      else u.id = c.owner_id
    end
    order by um.created_at, u.id
    limit 1
  )
end`

const selectCompaniesOf = (db: Db, userId: string) =>
  db
    .selectFrom('company_members as m')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .where('m.user_id', '=', userId)
    .select(companyColumns)
    .select(['m.user_id', 'm.role', 'm.status', isPaidColumn.as('is_paid'), isBillingColumn.as('is_billing')])
    .select(contactColumn.as('contact'))

type CompanyRow = Awaited<ReturnType<ReturnType<typeof selectCompaniesOf>['executeTakeFirstOrThrow']>>

type Companies = { readonly companies: CompanyForMember[]; readonly current: CurrentCompany | null }

/** Every company of a person, oldest membership first, and the full current company. */
export async function readCompaniesOf(
  db: Db,
  { userId, companyId }: { userId: string; companyId: string | null },
  view: CompanyViewContext,
): Promise<Companies> {
  const rows = await selectCompaniesOf(db, userId).orderBy('m.created_at').limit(1000).execute()
  const current = rows.find(({ id }) => id === companyId)
  return {
    companies: rows.map((row) => toCompanyForMember(row, view)),
    current: current === undefined ? null : toCurrentCompany(current, view),
  }
}

const toCompanyForMember = (row: CompanyRow, view: CompanyViewContext): CompanyForMember => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  domain: view.domainOf(row.slug),
  logo: row.logo === null ? null : view.signLogo(row.logo),
  isActivated: row.is_activated,
  isPaid: row.is_paid,
  isBilling: row.is_billing,
  isAiEnabled: row.is_ai_enabled,
  createdAt: row.created_at.toISOString(),
  role: row.role,
  status: row.status,
})

function toCurrentCompany(row: CompanyRow, view: CompanyViewContext): CurrentCompany {
  const company = toCompanyForMember(row, view)
  const subscriptionId = row.role === 'owner' ? row.subscription_id : null
  return {
    ...company,
    roles: [{ user: row.user_id, role: row.role, status: row.status }],
    user: row.owner_id,
    isSharingOff: row.is_sharing_off,
    areApiKeysOff: row.are_api_keys_off,
    logoPreview: company.logo,
    paddle: row.subscription_status === null ? null : { status: row.subscription_status, subscriptionId },
    contact: row.contact === null ? null : { name: fullName(row.contact), email: row.contact.email },
  }
}

export type CompanyAccess = {
  readonly id: string
  readonly slug: string
  /** The role of the caller, who is active in it. */
  readonly role: CompanyRole
}

/** A company in which the person is active; null for all others. */
export async function findCompanyOf(db: Db, userId: string, id: string): Promise<CompanyAccess | null> {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('company_members as m')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .where('m.user_id', '=', userId)
    .where('m.company_id', '=', id)
    .where('m.status', '=', 'active')
    .select(['c.id', 'c.slug', 'm.role'])
    .executeTakeFirst()
  return row ?? null
}

type PublicCompany = { id: string; title: string; slug: string; logo: string | null }

/** Null for companies that are being removed, too. */
export async function findCompanyBySlug(db: Db, slug: string): Promise<PublicCompany | null> {
  const row = await db
    .selectFrom('companies')
    .where('slug', '=', slug)
    .where('removed_at', 'is', null)
    .select(['id', 'title', 'slug', 'logo'])
    .executeTakeFirst()
  return row ?? null
}

/** The key of its logo, which is not secret; null if there is none. */
export async function findCompanyLogo(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('companies').where('id', '=', id).select('logo').executeTakeFirst()
  return row?.logo ?? null
}

export async function getSubscriptionStatus(
  db: Db,
  id: string,
): Promise<{ isBilling: boolean; status: SubscriptionStatus | null }> {
  const row = await db
    .selectFrom('companies as c')
    .where('c.id', '=', id)
    .select([isBillingColumn.as('is_billing'), 'c.subscription_status'])
    .executeTakeFirstOrThrow()
  return { isBilling: row.is_billing, status: row.subscription_status }
}

/** Whether its people may work in it, as far as payment is concerned. */
export async function isPaidCompany(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('companies as c')
    .where('c.id', '=', id)
    .select(isPaidColumn.as('isPaid'))
    .executeTakeFirst()
  return row?.isPaid ?? false
}

export type FindMarketingUrl = (companyId: string) => Promise<string | null>

/** Only the sign-in pages of paid companies lead to the website of the installation's provider. */
export const createFindMarketingUrl =
  (db: Db, marketingUrl: string | null): FindMarketingUrl =>
  async (companyId) =>
    marketingUrl !== null && (await isPaidCompany(db, companyId)) ? marketingUrl : null

const maxRoles = 1000
type RoleEntry = { user: string; role: CompanyRole; status: CompanyUserStatus }

// Workspaces and articles are counted here rather than in their own features, to keep this one statement.
const countColumns = [
  sql<number>`(select count(*)::int from company_members m where m.company_id = c.id and m.status = 'active')`.as(
    'users',
  ),
  sql<number>`(
    select count(*)::int from workspaces w
    where w.company_id = c.id and w.deleted_at is null and w.visibility <> 'personal' and not w.is_archived
  )`.as('workspaces'),
  sql<number>`(
    select count(*)::int from articles a
    where a.company_id = c.id and a.published_at is not null and a.deleted_at is null and not a.is_archived
  )`.as('articles'),
]

const roleEntries = sql<RoleEntry[] | null>`(
  select coalesce(json_agg(json_build_object('user', r.user_id, 'role', r.role, 'status', r.status)
    order by r.created_at, r.user_id), '[]')
  from (
    select * from company_members m where m.company_id = c.id order by m.created_at, m.user_id limit ${maxRoles}
  ) r
)`

const hiddenRoles = sql<RoleEntry[] | null>`null`

/** A company as a member sees it; `isComplete` includes what only its managers see. */
export async function readCompanyInfo(
  db: Db,
  { id, isWhole }: { id: string; isWhole: boolean },
  view: CompanyViewContext,
): Promise<CompanyInfo> {
  const row = await db
    .selectFrom('companies as c')
    .innerJoin('users as o', 'o.id', 'c.owner_id')
    .where('c.id', '=', id)
    .select(companyColumns)
    .select(countColumns)
    .select([isPaidColumn.as('is_paid'), isBillingColumn.as('is_billing')])
    .select((isWhole ? roleEntries : hiddenRoles).as('roles'))
    .select(['o.email', 'o.first_name', 'o.last_name'])
    .executeTakeFirstOrThrow()
  const name = { firstName: row.first_name, lastName: row.last_name }
  const whole = <Value>(value: Value): Value | null => (isWhole ? value : null)
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    domain: view.domainOf(row.slug),
    logo: row.logo === null ? null : view.signLogo(row.logo),
    counts: { users: row.users, workspaces: row.workspaces, articles: row.articles },
    owner: { id: row.owner_id, ...name, name: fullName(name), email: row.email },
    createdAt: whole(row.created_at.toISOString()),
    isActivated: whole(row.is_activated),
    isPaid: whole(row.is_paid),
    isBilling: whole(row.is_billing),
    isAiEnabled: whole(row.is_ai_enabled),
    roles: row.roles,
  }
}

/** Slugs with this prefix, for finding a free one. */
export async function listSlugsLike(db: Db, slug: string): Promise<Set<string>> {
  const rows = await db.selectFrom('companies').where('slug', 'like', `${slug}%`).select('slug').execute()
  return new Set(rows.map((row) => row.slug))
}

export async function insertCompany(
  db: Db,
  company: { id: string; title: string; slug: string; ownerId: string; isActivated: boolean; isAiEnabled: boolean },
): Promise<void> {
  await db
    .insertInto('companies')
    .values({
      id: company.id,
      title: company.title,
      slug: company.slug,
      owner_id: company.ownerId,
      is_activated: company.isActivated,
      is_ai_enabled: company.isAiEnabled,
    })
    .execute()
}

export async function insertMember(
  db: Db,
  member: { companyId: string; userId: string; role: CompanyRole },
): Promise<void> {
  await db
    .insertInto('company_members')
    .values({ company_id: member.companyId, user_id: member.userId, role: member.role, has_first_steps: true })
    .execute()
}

/** Locks the company until the transaction ends, and returns the key of its logo. */
export async function lockCompanyLogo(trx: Trx, id: string): Promise<string | null> {
  const row = await trx
    .selectFrom('companies')
    .where('id', '=', id)
    .select('logo')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return row.logo
}

export async function updateCompany(
  db: Db,
  id: string,
  change: { title?: string; logo?: string | null; is_sharing_off?: boolean; are_api_keys_off?: boolean },
): Promise<void> {
  await db.updateTable('companies').set(change).where('id', '=', id).execute()
}
