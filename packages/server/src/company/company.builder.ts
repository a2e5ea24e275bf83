/** Companies and their members for tests and the demo company. */
import type { CompanyRole, CompanyUserStatus, SubscriptionStatus } from '@knowreel/shared/company/company.calls.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { buildUser, type BuiltUser } from '../user/user.builder.ts'
import { createPersonalWorkspace } from '../workspace/index.ts'

type CompanyOverrides = {
  title?: string
  slug?: string
  owner?: BuiltUser
  isActivated?: boolean
  isBilling?: boolean
  isAiEnabled?: boolean
  subscriptionStatus?: SubscriptionStatus | null
}

export type BuiltCompany = { id: string; title: string; owner: BuiltUser }

/** A company with its owner, who is a member with a personal workspace. */
export async function buildCompany(db: Db, overrides: CompanyOverrides = {}): Promise<BuiltCompany> {
  const owner = overrides.owner ?? (await buildUser(db))
  const id = newId()
  const title = overrides.title ?? 'Halden Systems'
  await db
    .insertInto('companies')
    .values({
      id,
      title,
      slug: overrides.slug ?? `company-${id}`,
      owner_id: owner.id,
      is_activated: overrides.isActivated ?? true,
      is_billing: overrides.isBilling ?? false,
      is_ai_enabled: overrides.isAiEnabled ?? false,
      subscription_status: overrides.subscriptionStatus ?? null,
    })
    .execute()
  const company = { id, title, owner }
  await addMember(db, company, owner, { role: 'owner' })
  return company
}

type MemberOverrides = { role?: CompanyRole; status?: CompanyUserStatus; user?: BuiltUser }

/** Makes a person a member of the company; creates the person unless one is given. */
export async function buildMember(
  db: Db,
  company: { id: string },
  overrides: MemberOverrides = {},
): Promise<BuiltUser> {
  const user = overrides.user ?? (await buildUser(db))
  await addMember(db, company, user, overrides)
  return user
}

async function addMember(
  db: Db,
  company: { id: string },
  user: BuiltUser,
  { role, status }: MemberOverrides,
): Promise<void> {
  await db
    .insertInto('company_members')
    .values({ company_id: company.id, user_id: user.id, role: role ?? 'user', status: status ?? 'active' })
    .execute()
  const personal = { companyId: company.id, userId: user.id }
  if (db.isTransaction) await createPersonalWorkspace(db as Trx, personal)
  else await db.transaction().execute((trx) => createPersonalWorkspace(trx, personal))
}
