import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { loadWorkspaceForWrite, requireNotArchived, requireNotPersonal } from './load-for-write.ts'
import { deleteInvitedRole, deleteRole } from './workspace-role.queries.ts'

/** Takes the role of a person, or of an address that has not joined, away. Whoever manages may so leave themselves. */
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
