import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { GivenRole } from '@knowreel/shared/workspace/workspace.calls.ts'
import { findGroupStanding } from '../group/index.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { loadWorkspaceForWrite, requireNotArchived, requireNotPersonal } from './load-for-write.ts'
import { upsertGroupRole } from './workspace-role.queries.ts'

/** Gives a group of the workspace's own company a role. Gives the long id of the group. */
export async function saveGroupRole(
  db: Db,
  workspaceId: string,
  { groupId, role }: { groupId: string; role: GivenRole },
): Promise<string> {
  return runTransaction(db, async (trx) => {
    const workspace = await loadWorkspaceForWrite(trx, workspaceId)
    requireNotPersonal(workspace)
    requireNotArchived(workspace)
    const group = await findGroupStanding(trx, workspace.companyId, groupId)
    if (group === null) throw new AppError('unknown_group')
    await upsertGroupRole(trx, { workspaceId, groupId: group.id, role })
    return group.id
  })
}
