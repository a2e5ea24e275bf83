import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Db } from '../platform/database/db.ts'
import { findMemberId, insertGroupMember, insertInvitedEmail, isInvited, type GroupStanding } from './group.queries.ts'
import { holdGroup } from './load-for-write.ts'

/** Only members of the group's own company can be in it; anybody else is unknown here. */
export async function addUserToGroup(db: Db, group: GroupStanding, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await holdGroup(trx, group)
    const memberId = await findMemberId(trx, group.companyId, { userId })
    if (memberId === null) throw new AppError('unknown_user')
    if (!(await insertGroupMember(trx, group.id, memberId))) throw new AppError('already_member')
  })
}

/** The address must have been invited to the company. Where its person has joined already, that person is added. */
export async function addInvitedToGroup(db: Db, group: GroupStanding, email: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await holdGroup(trx, group)
    const memberId = await findMemberId(trx, group.companyId, { email })
    if (memberId !== null) {
      if (!(await insertGroupMember(trx, group.id, memberId))) throw new AppError('already_member')
      return
    }
    if (!(await isInvited(trx, group.companyId, email))) throw new AppError('unknown_user')
    if (!(await insertInvitedEmail(trx, group.id, email))) throw new AppError('already_invited')
  })
}
