import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { setCompanyOwner, updateMember, deleteMember } from '../company/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { lockManagedMember, type LockedCompany, type ManagerActor } from './managed-member.ts'
import { endSessionsInCompany, markLeftCompany, getAccount } from '../user/index.ts'
import { leaveGroups } from '../group/index.ts'
import { deleteMemberShares } from '../share/index.ts'
import { leaveWorkspaces, type WorkspaceArticles } from '../workspace/index.ts'
import { deleteInvitationByEmail } from './invitation/invitation.queries.ts'

/** Assigning `owner`, which only the owner can do, transfers the company: the former owner becomes an administrator. */
export async function setCompanyRole(db: Db, actor: ManagerActor, userId: string, role: CompanyRole): Promise<void> {
  await runTransaction(db, async (trx) => {
    const { company, member, abilities } = await lockManagedMember(trx, actor, userId)
    if (abilities.roles.length === 0) throw new AppError('forbidden')
    if (!abilities.roles.includes(role)) throw new AppError('role_not_allowed')
    if (role === 'owner') await transferOwnership(trx, company, userId)
    else if (role !== member.role) await updateMember(trx, { companyId: company.id, userId }, { role })
  })
}

async function transferOwnership(trx: Trx, company: LockedCompany, userId: string): Promise<void> {
  await updateMember(trx, { companyId: company.id, userId: company.ownerId }, { role: 'admin' })
  await updateMember(trx, { companyId: company.id, userId }, { role: 'owner' })
  await setCompanyOwner(trx, company.id, userId)
}

/** Deactivating signs the person out of this company everywhere; sessions in other companies continue. */
export async function setCompanyUserStatus(
  db: Db,
  actor: ManagerActor,
  userId: string,
  status: 'active' | 'deactivated',
): Promise<void> {
  await runTransaction(db, async (trx) => {
    const { company, member, abilities } = await lockManagedMember(trx, actor, userId)
    if (!abilities.setStatus) throw new AppError('forbidden')
    if (member.status === status) return
    await updateMember(trx, { companyId: company.id, userId }, { status })
    if (status === 'active') return
    await endSessionsInCompany(trx, { userId, companyId: company.id })
    await markLeftCompany(trx, userId, new Date())
  })
}

/**
 * Removes everything that ties the person to the company in one transaction: session, roles, group memberships,
 * invitations. Articles keep their author's name, owned workspaces pass to the owner of the company, and the personal
 * workspace stays hidden until the jobs purge it after 30 days.
 */
export async function removeCompanyUser(
  db: Db,
  { deleteArticlesOfWorkspace }: Pick<WorkspaceArticles, 'deleteArticlesOfWorkspace'>,
  actor: ManagerActor,
  userId: string,
): Promise<void> {
  await runTransaction(db, async (trx) => {
    const { company, abilities } = await lockManagedMember(trx, actor, userId)
    if (!abilities.remove) throw new AppError('forbidden')
    const { email } = await getAccount(trx, userId)
    const leftAt = new Date()
    const leaving = { companyId: company.id, userId, email }
    // First: this waits for transactions that currently give the person a role or a membership, and prevents later
    // ones.
    await deleteMember(trx, leaving)
    await leaveGroups(trx, leaving)
    await deleteMemberShares(trx, leaving)
    const personalId = await leaveWorkspaces(trx, { ...leaving, newOwnerId: company.ownerId, leftAt })
    if (personalId !== null) await deleteArticlesOfWorkspace(trx, personalId, leftAt)
    await deleteInvitationByEmail(trx, company.id, email)
    await endSessionsInCompany(trx, leaving)
    await markLeftCompany(trx, userId, leftAt)
  })
}
