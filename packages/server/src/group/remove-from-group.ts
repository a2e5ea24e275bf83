import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { deleteGroupMember, deleteInvitedEmail, type GroupStanding } from './group.queries.ts'
import { holdGroup } from './hold-group.ts'

export async function removeUserFromGroup(db: Db, group: GroupStanding, userId: string): Promise<void> {
  await runTransaction(db, async (trx) => {
    await holdGroup(trx, group)
    if (!(await deleteGroupMember(trx, group.id, userId))) throw new AppError('not_found')
  })
}

export async function removeInvitedFromGroup(db: Db, group: GroupStanding, email: string): Promise<void> {
  await runTransaction(db, async (trx) => {
    await holdGroup(trx, group)
    if (!(await deleteInvitedEmail(trx, group.id, email))) throw new AppError('not_found')
  })
}
