import { AppError } from '@knowreel/shared/error/app-error.ts'
import { mayRemoveUsers, invitableRoles } from '@knowreel/shared/company/company-user.rules.ts'
import { leaveInvitedGroups } from '../../group/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { deleteInvitedShares } from '../../share/index.ts'
import { deleteInvitedRoles } from '../../workspace/index.ts'
import { deleteInvitation, findInvitationByEmail, type Invitation } from './invitation.queries.ts'
import { lockForManager, type ManagerActor, type LockedCompany } from '../managed-member.ts'
import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'

/** Ends its URL, and the person's pending memberships in groups and workspaces. */
export async function withdrawInvitation(db: Db, actor: ManagerActor, id: string): Promise<void> {
  await runTransaction(db, async (trx) => {
    const company = await lockForManager(trx, actor)
    if (!mayRemoveUsers(company.role)) throw new AppError('forbidden')
    const email = await deleteInvitation(trx, company.id, id)
    if (email === null) throw new AppError('not_found')
    const kept = { companyId: company.id, email }
    await leaveInvitedGroups(trx, kept)
    await deleteInvitedRoles(trx, kept)
    await deleteInvitedShares(trx, kept)
  })
}

/**
 * The invitation that is replaced by inviting its address again or creating its account. Refused if it would undo what
 * someone above the manager assigned.
 */
export async function findReplacedInvitation(
  trx: Trx,
  company: LockedCompany,
  email: string,
): Promise<Invitation | null> {
  const former = await findInvitationByEmail(trx, company.id, email)
  const mayGive: readonly CompanyRole[] = invitableRoles(company.role)
  if (former === null || mayGive.includes(former.role)) return former
  throw new AppError('already_invited', {
    fields: [{ field: 'email', message: 'An administrator has already invited this person.' }],
  })
}
