import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { loadWorkspaceForWrite, requireNotPersonal } from './load-for-write.ts'
import { updateWorkspace } from './workspace.queries.ts'

export async function setWorkspaceArchived(db: Db, id: string, isArchived: boolean): Promise<void> {
  await runTransaction(db, async (trx) => {
    const workspace = await loadWorkspaceForWrite(trx, id)
    requireNotPersonal(workspace)
    if (workspace.isArchived !== isArchived) await updateWorkspace(trx, id, { is_archived: isArchived })
  })
}
