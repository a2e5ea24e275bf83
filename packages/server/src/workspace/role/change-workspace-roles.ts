import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { AssignableRole } from '@knowreel/shared/workspace/workspace.calls.ts'
import type { Member } from '../../access/index.ts'
import { lockInvitation, lockMemberId, findGroupAccess } from '../../group/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { loadWorkspaceForWrite, requireNotArchived, requireNotPersonal } from '../load-for-write.ts'
import {
  upsertInvitedRole,
  upsertRole,
  deleteInvitedRole,
  deleteRole,
  upsertGroupRole,
  deleteGroupRole,
} from './workspace-role.queries.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'

/** Informs the inviting person that no email was sent, with the URL to pass on. */
export type InvitationNotice = { readonly warning?: string; readonly address?: string }

/** Invites an address to the member's company; null where this member may not invite. */
export type InviteByEmail = (member: Member, email: string) => Promise<InvitationNotice | null>

type RoleGrant = { role: AssignableRole } & ({ user: string } | { email: string })
type RoleHolder = { userId: string } | { email: string }

/**
 * Gives a person a role in the workspace, or an address one that takes effect when its person joins. Only people of the
 * workspace's own company are accepted. An unknown address is invited first, in a separate write with its own email: if
 * saving the role then fails, the same request completes it.
 */
export async function saveWorkspaceRole(
  db: Db,
  member: Member,
  workspaceId: string,
  given: RoleGrant,
  invite: InviteByEmail,
): Promise<{ holder: RoleHolder; notice: InvitationNotice }> {
  const holder = await saveKnownRole(db, workspaceId, given)
  if (holder !== null) return { holder, notice: {} }
  const notice = 'email' in given ? await invite(member, given.email) : null
  const invited = notice === null ? null : await saveKnownRole(db, workspaceId, given)
  if (notice === null || invited === null) throw new AppError('unknown_user')
  return { holder: invited, notice }
}

/** Rolls the transaction back, so that nothing is recorded as its change. */
class UnknownHolder extends Error {}

/** Null, without a write, if the company knows neither a member nor an invitation by this name. */
async function saveKnownRole(db: Db, workspaceId: string, given: RoleGrant): Promise<RoleHolder | null> {
  const saving = runTransaction(db, async (trx) => {
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
    if ('user' in given || !(await lockInvitation(trx, companyId, given.email))) throw new UnknownHolder()
    await upsertInvitedRole(trx, { workspaceId, email: given.email, role })
    return { email: given.email }
  })
  return saving.catch((error: unknown) => {
    if (error instanceof UnknownHolder) return null
    throw error
  })
}

/**
 * Removes the role of a person, or of an address that has not joined yet. Managers may remove their own role this way.
 */
export async function removeWorkspaceRole(db: Db, workspaceId: string, userIdOrEmail: string): Promise<void> {
  await runTransaction(db, async (trx) => {
    const workspace = await loadWorkspaceForWrite(trx, workspaceId)
    requireNotPersonal(workspace)
    requireNotArchived(workspace)
    if (userIdOrEmail === workspace.ownerId) throw new AppError('owner_fixed')
    const isRemoved = isUuid(userIdOrEmail)
      ? await deleteRole(trx, { workspaceId, userId: userIdOrEmail })
      : await deleteInvitedRole(trx, { workspaceId, email: userIdOrEmail })
    if (!isRemoved) throw new AppError('not_found')
  })
}

/** Gives a group of the workspace's own company a role. Returns the uuid of the group. */
export async function saveGroupRole(
  db: Db,
  workspaceId: string,
  { groupId, role }: { groupId: string; role: AssignableRole },
): Promise<string> {
  return runTransaction(db, async (trx) => {
    const workspace = await loadWorkspaceForWrite(trx, workspaceId)
    requireNotPersonal(workspace)
    requireNotArchived(workspace)
    const group = await findGroupAccess(trx, workspace.companyId, groupId)
    if (group === null) throw new AppError('unknown_group')
    await upsertGroupRole(trx, { workspaceId, groupId: group.id, role })
    return group.id
  })
}

/** A group without a role here gets the same error as one of another company. */
export async function removeGroupRole(db: Db, workspaceId: string, groupId: string): Promise<void> {
  await runTransaction(db, async (trx) => {
    const workspace = await loadWorkspaceForWrite(trx, workspaceId)
    requireNotPersonal(workspace)
    requireNotArchived(workspace)
    const group = await findGroupAccess(trx, workspace.companyId, groupId)
    if (group === null || !(await deleteGroupRole(trx, { workspaceId, groupId: group.id }))) {
      throw new AppError('unknown_group')
    }
  })
}
