import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { loadWorkspaceForWrite, requireNotPersonal } from './load-for-write.ts'
import type { WorkspaceArticles } from './workspace-articles.ts'
import { updateWorkspace } from './workspace.queries.ts'

/** Takes the workspace out of sight with all its articles; a job removes it for good 30 days later. */
export async function deleteWorkspace(
  db: Db,
  id: string,
  { deleteArticlesOfWorkspace }: Pick<WorkspaceArticles, 'deleteArticlesOfWorkspace'>,
): Promise<void> {
  await runTransaction(db, async (trx) => {
    const workspace = await loadWorkspaceForWrite(trx, id)
    requireNotPersonal(workspace)
    const deletedAt = new Date()
    await updateWorkspace(trx, id, { deleted_at: deletedAt })
    await deleteArticlesOfWorkspace(trx, id, deletedAt)
  })
}
