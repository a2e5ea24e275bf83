import type { CompanyRole, CompanyUserStatus } from '@knowreel/shared/company/company.calls.ts'
import type { Db, Trx } from '../platform/database/db.ts'

/**
 * Locks the company until the transaction ends, so that changes to its people are serialized: two concurrent ones could
 * otherwise leave no owner, or two.
 */
export async function lockCompany(
  trx: Trx,
  companyId: string,
): Promise<{ id: string; title: string; ownerId: string } | null> {
  const row = await trx
    .selectFrom('companies')
    .where('id', '=', companyId)
    .select(['id', 'title', 'owner_id as ownerId'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

export type Membership = {
  readonly userId: string
  readonly role: CompanyRole
  readonly status: CompanyUserStatus
}

/** The person's current membership in a company; null for non-members. */
export async function findMembership(
  db: Db,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<Membership | null> {
  const row = await db
    .selectFrom('company_members')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .select(['user_id as userId', 'role', 'status'])
    .executeTakeFirst()
  return row ?? null
}

/** Those of these people who belong to the company. */
export async function listMemberIds(db: Db, companyId: string, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('company_members')
    .where('company_id', '=', companyId)
    .where('user_id', 'in', userIds)
    .select('user_id')
    .execute()
  return new Set(rows.map(({ user_id: id }) => id))
}

export async function updateMember(
  db: Db,
  { companyId, userId }: { companyId: string; userId: string },
  change: { role?: CompanyRole; status?: CompanyUserStatus },
): Promise<void> {
  await db
    .updateTable('company_members')
    .set(change)
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .execute()
}

export async function deleteMember(
  db: Db,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<void> {
  await db.deleteFrom('company_members').where('company_id', '=', companyId).where('user_id', '=', userId).execute()
}

export async function setCompanyOwner(db: Db, companyId: string, ownerId: string): Promise<void> {
  await db.updateTable('companies').set({ owner_id: ownerId }).where('id', '=', companyId).execute()
}
