import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Trx } from '../platform/database/db.ts'
import { lockWorkspaces, type LockedWorkspace } from './workspace.queries.ts'

/** Locks the workspace until the transaction ends, so that writes to it and to its order are serialised. */
export async function loadWorkspaceForWrite(trx: Trx, id: string): Promise<LockedWorkspace> {
  const [workspace] = await lockWorkspaces(trx, [id])
  // Deleted since access was checked.
  if (workspace === undefined) throw new AppError('workspace_not_found')
  return workspace
}

/** An archived workspace is read-only. */
export function requireNotArchived({ isArchived }: { isArchived: boolean }): void {
  if (isArchived) throw new AppError('workspace_archived')
}

/** The personal workspace cannot be renamed, opened to others, archived or deleted. */
export function requireNotPersonal({ visibility }: { visibility: string }): void {
  if (visibility === 'personal') throw new AppError('personal_workspace_fixed')
}
