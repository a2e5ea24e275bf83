import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Trx } from '../platform/database/db.ts'
import { lockGroup, type GroupAccess } from './group.queries.ts'

/** Locks the group until the transaction ends. It may have been deleted since access was checked. */
export async function lockExistingGroup(trx: Trx, { id }: GroupAccess): Promise<void> {
  if (!(await lockGroup(trx, id))) throw new AppError('not_found')
}
