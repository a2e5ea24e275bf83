import { AppError } from '@knowreel/shared/error/app-error.ts'
import { deleteMember } from '../company/index.ts'
import { leaveGroups } from '../group/index.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { leaveShares } from '../share/index.ts'
import { endSessionsInCompany, getAccount, markLeftCompany } from '../user/index.ts'
import { leaveWorkspaces, type WorkspaceArticles } from '../workspace/index.ts'
import { deleteInvitationOf } from './invitation.queries.ts'
import { lockManagedMember, type ManagerActor } from './managed-member.ts'

/**
 * All that ties the person to the company goes in one transaction: session, roles, seats, invitations. Articles stay
 * with their author's name, owned workspaces pass to the owner of the company, and the personal workspace waits out of
 * sight for the jobs that remove what was deleted 30 days ago.
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
    // First: whoever gives them a role or a place at this moment is waited for, and nobody can after.
    await deleteMember(trx, leaving)
    await leaveGroups(trx, leaving)
    await leaveShares(trx, leaving)
    const personalId = await leaveWorkspaces(trx, { ...leaving, newOwnerId: company.ownerId, leftAt })
    if (personalId !== null) await deleteArticlesOfWorkspace(trx, personalId, leftAt)
    await deleteInvitationOf(trx, company.id, email)
    await endSessionsInCompany(trx, leaving)
    await markLeftCompany(trx, userId, leftAt)
  })
}
