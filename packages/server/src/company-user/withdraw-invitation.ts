import { AppError } from '@knowreel/shared/error/app-error.ts'
import { mayRemoveUsers } from '@knowreel/shared/company/company-user.rules.ts'
import { leaveInvitedGroups } from '../group/index.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { forgetInvitedShares } from '../share/index.ts'
import { forgetInvitedInWorkspaces } from '../workspace/index.ts'
import { deleteInvitation } from './invitation.queries.ts'
import { lockForManager, type ManagerActor } from './managed-member.ts'

/** Its address ends, and with it the places kept for the person in groups and workspaces. */
export async function withdrawInvitation(db: Db, actor: ManagerActor, id: string): Promise<void> {
  await runTransaction(db, async (trx) => {
    const company = await lockForManager(trx, actor)
    if (!mayRemoveUsers(company.role)) throw new AppError('forbidden')
    const email = await deleteInvitation(trx, company.id, id)
    if (email === null) throw new AppError('not_found')
    const kept = { companyId: company.id, email }
    await leaveInvitedGroups(trx, kept)
    await forgetInvitedInWorkspaces(trx, kept)
    await forgetInvitedShares(trx, kept)
  })
}
