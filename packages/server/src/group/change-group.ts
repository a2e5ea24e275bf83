import { newId, newShortId } from '@knowreel/shared/identity/ids.ts'
import type { Db } from '../platform/database/db.ts'
import {
  insertGroup,
  type GroupAccess,
  updateGroupTitle,
  deleteGroupRow,
  deleteGroupMember,
  deleteInvitedEmail,
} from './group.queries.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { lockExistingGroup } from './lock-existing-group.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'

/** Creates an empty group. Two groups of a company may have the same title: their ids and members distinguish them. */
export async function createGroup(
  db: Db,
  { companyId, title }: { companyId: string; title: string },
): Promise<GroupAccess> {
  const group = { id: newId(), shortId: newShortId(), companyId }
  await insertGroup(db, { ...group, title })
  return group
}

export async function renameGroup(db: Db, group: GroupAccess, title: string): Promise<void> {
  await runTransaction(db, async (trx) => {
    await lockExistingGroup(trx, group)
    await updateGroupTitle(trx, group.id, title)
  })
}

/** Deletes the group with its memberships, invited addresses and roles; open documents are notified within seconds. */
export async function deleteGroup(db: Db, group: GroupAccess): Promise<void> {
  await runTransaction(db, async (trx) => {
    await lockExistingGroup(trx, group)
    await deleteGroupRow(trx, group.id)
  })
}

export async function removeUserFromGroup(db: Db, group: GroupAccess, userId: string): Promise<void> {
  await runTransaction(db, async (trx) => {
    await lockExistingGroup(trx, group)
    if (!(await deleteGroupMember(trx, group.id, userId))) throw new AppError('not_found')
  })
}

export async function removeInvitedFromGroup(db: Db, group: GroupAccess, email: string): Promise<void> {
  await runTransaction(db, async (trx) => {
    await lockExistingGroup(trx, group)
    if (!(await deleteInvitedEmail(trx, group.id, email))) throw new AppError('not_found')
  })
}
