import { AppError } from '@knowreel/shared/error/app-error.ts'
import { updateMember } from '../company/index.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { endSessionsInCompany, markLeftCompany } from '../user/index.ts'
import { lockManagedMember, type ManagerActor } from './managed-member.ts'

/** Who is deactivated is signed out of this company everywhere; sessions in other companies go on. */
export async function setCompanyUserStatus(
  db: Db,
  actor: ManagerActor,
  userId: string,
  status: 'active' | 'deactivated',
): Promise<void> {
  await runTransaction(db, async (trx) => {
    const { company, member, abilities } = await lockManagedMember(trx, actor, userId)
    if (!abilities.setStatus) throw new AppError('forbidden')
    if (member.status === status) return
    await updateMember(trx, { companyId: company.id, userId }, { status })
    if (status === 'active') return
    await endSessionsInCompany(trx, { userId, companyId: company.id })
    await markLeftCompany(trx, userId, new Date())
  })
}
