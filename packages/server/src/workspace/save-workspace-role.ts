import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { GivenRole } from '@knowreel/shared/workspace/workspace.calls.ts'
import type { Member } from '../access/index.ts'
import { lockInvitationOf, lockMemberId } from '../group/index.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { loadWorkspaceForWrite, requireNotArchived, requireNotPersonal } from './load-for-write.ts'
import { upsertInvitedRole, upsertRole } from './workspace-role.queries.ts'

/** What tells who invited that no mail left, with the address to pass on. */
export type InvitationNotice = { readonly warning?: string; readonly address?: string }

/** Invites an address to the member's company; null where this member may not invite. */
export type InviteByAddress = (member: Member, email: string) => Promise<InvitationNotice | null>

type Given = { role: GivenRole } & ({ user: string } | { email: string })
type Holder = { userId: string } | { email: string }

/**
 * Gives a person a role in the workspace, or an address one that counts once its person has joined. Only people of the
 * workspace's own company are known here. An unknown address is invited first, by a write of its own with its own mail:
 * should the role not be saved after it, the same request gives it.
 */
export async function saveWorkspaceRole(
  db: Db,
  member: Member,
  workspaceId: string,
  given: Given,
  invite: InviteByAddress,
): Promise<{ holder: Holder; notice: InvitationNotice }> {
  const holder = await saveForKnown(db, workspaceId, given)
  if (holder !== null) return { holder, notice: {} }
  const notice = 'email' in given ? await invite(member, given.email) : null
  const invited = notice === null ? null : await saveForKnown(db, workspaceId, given)
  if (notice === null || invited === null) throw new AppError('unknown_user')
  return { holder: invited, notice }
}

/** Null, and nothing is written, where the company knows neither a member nor an invitation by this name. */
async function saveForKnown(db: Db, workspaceId: string, given: Given): Promise<Holder | null> {
  return runTransaction(db, async (trx) => {
    const workspace = await loadWorkspaceForWrite(trx, workspaceId)
    requireNotPersonal(workspace)
    requireNotArchived(workspace)
    const { companyId, ownerId } = workspace
    const { role } = given
    const userId = await lockMemberId(trx, companyId, 'user' in given ? { userId: given.user } : given)
    if (userId !== null) {
      if (userId === ownerId) throw new AppError('owner_fixed')
      await upsertRole(trx, { workspaceId, userId, role })
      return { userId }
    }
    if ('user' in given || !(await lockInvitationOf(trx, companyId, given.email))) return null
    await upsertInvitedRole(trx, { workspaceId, email: given.email, role })
    return { email: given.email }
  })
}
