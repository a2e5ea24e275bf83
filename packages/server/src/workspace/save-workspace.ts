import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { workspaceCalls } from '@knowreel/shared/workspace/workspace.calls.ts'
import type * as z from 'zod'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { loadWorkspaceForWrite, requireNotArchived, requireNotPersonal } from './load-for-write.ts'
import type { WorkspaceStanding } from './workspace-standing.queries.ts'
import { updateWorkspace } from './workspace.queries.ts'

/** Changes the fields that the form holds. */
export async function saveWorkspace(
  db: Db,
  { id, shortId }: Pick<WorkspaceStanding, 'id' | 'shortId'>,
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
