import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Actor } from '../access/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import {
  insertGroupMember,
  insertInvitedEmail,
  lockInvitation,
  lockMemberId,
  grantsAccess,
  type GroupAccess,
} from './group.queries.ts'
import { lockExistingGroup } from './lock-existing-group.ts'

/** Only members of the group's own company can be in it; anyone else is unknown here. */
export async function addUserToGroup(db: Db, actor: Actor, group: GroupAccess, userId: string): Promise<void> {
  await runTransaction(db, async (trx) => {
    await lockExistingGroup(trx, group)
    const memberId = await lockMemberId(trx, group.companyId, { userId })
    if (memberId === null) throw new AppError('unknown_user')
    await addMember(trx, actor, group, memberId)
  })
}

/** The address must have an invitation to the company. If its person has already joined, that person is added. */
export async function addInvitedToGroup(db: Db, actor: Actor, group: GroupAccess, email: string): Promise<void> {
  await runTransaction(db, async (trx) => {
    await lockExistingGroup(trx, group)
    const memberId = await lockMemberId(trx, group.companyId, { email })
    if (memberId !== null) return addMember(trx, actor, group, memberId)
    if (!(await lockInvitation(trx, group.companyId, email))) throw new AppError('unknown_user')
    if (!(await insertInvitedEmail(trx, group.id, email))) throw new AppError('already_invited')
  })
}

/**
 * People who manage groups cannot give themselves the access of a group: they have no authority over private workspaces
 * and articles shared by name.
 */
async function addMember(trx: Trx, actor: Actor, group: GroupAccess, memberId: string): Promise<void> {
  if (memberId === actor.userId && (await grantsAccess(trx, group.id)))
    throw new AppError('forbidden', {
      message: 'You cannot add yourself to a group that gives access to workspaces or articles',
    })
  if (!(await insertGroupMember(trx, group.id, memberId))) throw new AppError('already_member')
}
