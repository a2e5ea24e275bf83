import { AppError } from '@knowreel/shared/error/app-error.ts'
import { findGroupStanding } from '../group/index.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { loadWorkspaceForWrite, requireNotArchived, requireNotPersonal } from './load-for-write.ts'
import { deleteGroupRole } from './workspace-role.queries.ts'

/** A group without a role here is as unknown as one of another company. */
export async function removeGroupRole(db: Db, workspaceId: string, groupId: string): Promise<void> {
  await runTransaction(db, async (trx) => {
    const workspace = await loadWorkspaceForWrite(trx, workspaceId)
    requireNotPersonal(workspace)
    requireNotArchived(workspace)
    const group = await findGroupStanding(trx, workspace.companyId, groupId)
    if (group === null || !(await deleteGroupRole(trx, { workspaceId, groupId: group.id }))) {
      throw new AppError('unknown_group')
    }
  })
}
