import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { workspaceCalls } from '@knowreel/shared/workspace/workspace.calls.ts'
import type * as z from 'zod'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { loadWorkspaceForWrite, requireNotArchived, requireNotPersonal } from './load-for-write.ts'
import type { WorkspaceAccess } from './access/workspace-access.queries.ts'
import { updateWorkspace } from './workspace.queries.ts'
import type { WorkspaceArticles } from './workspace-articles.ts'

/** Changes only the fields that are in the form. */
export async function saveWorkspace(
  db: Db,
  { id, shortId }: Pick<WorkspaceAccess, 'id' | 'shortId'>,
  form: z.output<(typeof workspaceCalls)['save']['body']>,
): Promise<void> {
  const { id: formId, isSharingOff, ...change } = form
  if (formId != null && formId !== id && formId !== shortId) {
    throw new AppError('invalid_input', { fields: [{ field: 'id', message: 'This is the id of another workspace' }] })
  }
  await runTransaction(db, async (trx) => {
    const workspace = await loadWorkspaceForWrite(trx, id)
    requireNotPersonal(workspace)
    requireNotArchived(workspace)
    await updateWorkspace(trx, id, { ...change, is_sharing_off: isSharingOff })
  })
}

export async function setWorkspaceArchived(db: Db, id: string, isArchived: boolean): Promise<void> {
  await runTransaction(db, async (trx) => {
    const workspace = await loadWorkspaceForWrite(trx, id)
    requireNotPersonal(workspace)
    if (workspace.isArchived !== isArchived) await updateWorkspace(trx, id, { is_archived: isArchived })
  })
}

/** Marks the workspace and all its articles as deleted; a job removes them permanently 30 days later. */
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
