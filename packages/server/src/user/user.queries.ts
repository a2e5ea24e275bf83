import type { CompanyForMember } from '@knowreel/shared/company/company.calls.ts'
import type { Me, ParagraphsGeneration } from '@knowreel/shared/user/user.calls.ts'
import { fullName } from '@knowreel/shared/user/user.rules.ts'
import { sql } from 'kysely'
import { fileReader, type Actor, type SignAddress } from '../access/index.ts'
import { readCompaniesOf, type CompanyDomains } from '../company/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { isSuperAdminColumn } from './session/session.queries.ts'
import { mayManageUsers } from '@knowreel/shared/company/company-user.rules.ts'

export type Credentials = { userId: string; passwordHash: string | null }

export async function findCredentials(db: Db, email: string): Promise<Credentials | null> {
  const row = await db.selectFrom('users').where('email', '=', email).select(['id', 'password_hash']).executeTakeFirst()
  return row === undefined ? null : { userId: row.id, passwordHash: row.password_hash }
}

export async function getPasswordHash(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').where('id', '=', userId).select('password_hash').executeTakeFirstOrThrow()
  return row.password_hash
}

/** Locked until the transaction ends: no session starts with a password that is being changed. */
export async function lockPasswordHash(trx: Trx, userId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select('password_hash')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return row.password_hash
}

export async function getEmail(db: Db, userId: string): Promise<{ email: string; isConfirmed: boolean }> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['email', 'email_confirmed_at'])
    .executeTakeFirstOrThrow()
  return { email: row.email, isConfirmed: row.email_confirmed_at !== null }
}

/**
 * The company of a new session: the one last used where the person can work, otherwise the oldest. If there is none,
 * one where they are active: from one that deactivated them they would be sent to sign in again.
 */
export async function findHomeCompany(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('company_members as m')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .where('m.user_id', '=', userId)
    .select('m.company_id')
    .orderBy(sql`(m.status = 'active' and c.is_activated)`, 'desc')
    .orderBy(sql`m.status = 'active'`, 'desc')
    .orderBy(sql`m.company_id = (select last_company_id from users where id = m.user_id)`, (order) =>
      order.desc().nullsLast(),
    )
    .orderBy('m.created_at')
    .executeTakeFirst()
  return row?.company_id ?? null
}

type NewUser = { id: string; email: string; passwordHash: string | null; firstName: string; lastName: string }

/**
 * The first account of an installation becomes super admin. Returns false if the email address already has an account.
 */
export async function insertUser(db: Db, user: NewUser): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('first user'))`.execute(db)
  const result = await db
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      password_hash: user.passwordHash,
      first_name: user.firstName,
      last_name: user.lastName,
      is_super_admin: sql<boolean>`not exists (select 1 from users)`,
      global_role: sql<'owner' | null>`case when not exists (select 1 from users) then 'owner' end`,
      last_logged_in_at: new Date(),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function markLoggedIn(db: Db, userId: string): Promise<void> {
  await db.updateTable('users').set({ last_logged_in_at: new Date() }).where('id', '=', userId).execute()
}

/** The key of the person's photo. */
export async function findPhoto(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').where('id', '=', userId).select('profile_image').executeTakeFirst()
  return row?.profile_image ?? null
}

type ProfileChange = {
  first_name?: string
  last_name?: string
  job_title?: string | null
  birth_day?: string | null
  paragraphs_auto_generation?: ParagraphsGeneration
  password_hash?: string | null
  profile_image?: string | null
}

export async function updateUser(db: Db, userId: string, change: ProfileChange): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', userId)
    .execute()
}

export type MeAndCompanies = { user: Me; companies: CompanyForMember[] }

/** The input of a response about the person besides the rows. */
export type MeView = {
  readonly signAddress: SignAddress
  readonly domains: Pick<CompanyDomains, 'domainOf'>
  /** Without a mail server nobody can confirm an address. */
  readonly isMailConfigured: boolean
  /** If false, only super admins create companies. */
  readonly isCreationOpen: boolean
  readonly supportContact: string | null
}

/** The signed-in person's own data; works in every state of the company. */
export async function readMe(db: Db, actor: Actor, view: MeView): Promise<MeAndCompanies> {
  const { signAddress } = view
  const { domainOf } = view.domains
  const companyId = actor.company?.id ?? null
  const [row, { companies: all, current: company }] = await Promise.all([
    db
      .selectFrom('users as u')
      .leftJoin('workspaces as w', (join) =>
        join
          .onRef('w.owner_id', '=', 'u.id')
          .on('w.visibility', '=', 'personal')
          .on('w.deleted_at', 'is', null)
          .on('w.company_id', '=', companyId),
      )
      .leftJoin('companies as c', (join) => join.on('c.id', '=', companyId))
      .leftJoin('sessions as s', (join) => join.on('s.id', '=', actor.sessionId).on('s.operator_id', 'is not', null))
      .leftJoin('users as o', 'o.id', 's.operator_id')
      .where('u.id', '=', actor.userId)
      .selectAll('u')
      .select(['c.customer_id', 's.expires_at as session_ends_at'])
      .select(['o.first_name as operator_first_name', 'o.last_name as operator_last_name'])
      .select(isSuperAdminColumn.as('is_any_super_admin'))
      .select(['w.id as workspace_id', 'w.short_id as workspace_short_id'])
      .select((of) =>
        of
          .selectFrom('company_members as m')
          .whereRef('m.user_id', '=', 'u.id')
          .where('m.company_id', '=', companyId)
          .select('m.has_first_steps')
          .as('has_first_steps'),
      )
      .select((of) =>
        of
          .selectFrom('group_members as gm')
          .innerJoin('groups as g', 'g.id', 'gm.group_id')
          .whereRef('gm.user_id', '=', 'u.id')
          .where('g.company_id', '=', companyId)
          .select(sql<string[]>`coalesce(array_agg(g.id), '{}')`.as('ids'))
          .as('group_ids'),
      )
      .executeTakeFirstOrThrow(),
    readCompaniesOf(
      db,
      { userId: actor.userId, companyId },
      { signLogo: (key) => signAddress(key, 'everybody'), domainOf },
    ),
  ])
  // A key belongs to one company, reveals nothing of the others, and has no rights in the installation.
  const companies = actor.key ? all.filter(({ id }) => id === companyId) : all
  const isSuperAdmin = row.is_any_super_admin && !actor.isOperator && !actor.key
  const operator =
    row.operator_first_name === null || row.session_ends_at === null
      ? null
      : {
          operatorName: fullName({ firstName: row.operator_first_name, lastName: row.operator_last_name ?? '' }),
          endsAt: row.session_ends_at.toISOString(),
        }
  const photo = row.profile_image === null ? null : signAddress(row.profile_image, fileReader(actor, 'session'))
  const user: Me = {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    name: fullName({ firstName: row.first_name, lastName: row.last_name }),
    email: row.email,
    isEmailConfirmed: row.email_confirmed_at !== null || !view.isMailConfigured,
    pendingEmail: row.pending_email,
    hasPassword: row.password_hash !== null,
    jobTitle: row.job_title,
    birthDay: row.birth_day,
    paragraphsAutoGeneration: row.paragraphs_auto_generation,
    profileImage: photo,
    // Browsers already send it scaled down.
    profileImagePreview: photo,
    role: company?.role ?? null,
    groups: row.group_ids ?? [],
    globalRoles: isSuperAdmin ? [row.global_role ?? 'admin'] : [],
    company,
    companyIds: companies.map(({ id }) => id),
    personalWorkspaceId: row.workspace_id,
    personalWorkspaceShortId: row.workspace_short_id,
    isSuperAdmin,
    hasLeftCompany: row.left_company_at !== null && !actor.key,
    hasFirstSteps: row.has_first_steps === true,
    supportContact: view.supportContact,
    lastTimeLoggedIn: row.last_logged_in_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    paddle: company?.role === 'owner' && row.customer_id !== null ? { customerId: row.customer_id } : null,
    loggedInAs: operator,
    abilities: meAbilities({ company, isSuperAdmin, isCreationOpen: view.isCreationOpen }),
  }
  return { user, companies }
}

type AbilityInput = {
  readonly company: Pick<CompanyForMember, 'isActivated' | 'isPaid' | 'isBilling' | 'role' | 'status'> | null
  readonly isSuperAdmin: boolean
  readonly isCreationOpen: boolean
}

/** The abilities of the signed-in person in their current company. Pure. */
export function meAbilities({ company, isSuperAdmin, isCreationOpen }: AbilityInput): Me['abilities'] {
  const isActive = company !== null && company.isActivated && company.status === 'active'
  const role = isActive ? company.role : null
  const mayWrite = isActive && (company.isPaid || isSuperAdmin)
  const isManager = role !== null && mayManageUsers(role)
  return {
    createWorkspace: mayWrite,
    createArticle: mayWrite,
    // A person who lost their company can continue with one of their own.
    createCompany: isCreationOpen || isSuperAdmin,
    editCompany: role === 'owner' || role === 'admin',
    manageUsers: isManager,
    manageGroups: isManager,
    seeBilling: role === 'owner' && company !== null && company.isBilling && company.isPaid,
    seeAdmin: isSuperAdmin,
    seeAuditLog: role === 'owner' || role === 'admin',
  }
}
