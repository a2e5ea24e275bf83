import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { setCompanyOwner, updateMember } from '../company/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { lockManagedMember, type LockedCompany, type ManagerActor } from './managed-member.ts'

/** `owner`, which only the owner can give, hands the company over: the former owner becomes an administrator. */
export async function setCompanyRole(db: Db, actor: ManagerActor, userId: string, role: CompanyRole): Promise<void> {
  await runTransaction(db, async (trx) => {
    const { company, member, abilities } = await lockManagedMember(trx, actor, userId)
    if (abilities.roles.length === 0) throw new AppError('forbidden')
    if (!abilities.roles.includes(role)) throw new AppError('role_not_allowed')
    if (role === 'owner') await handOver(trx, company, userId)
    else if (role !== member.role) await updateMember(trx, { companyId: company.id, userId }, { role })
  })
}

async function handOver(trx: Trx, company: LockedCompany, userId: string): Promise<void> {
  await updateMember(trx, { companyId: company.id, userId: company.ownerId }, { role: 'admin' })
  await updateMember(trx, { companyId: company.id, userId }, { role: 'owner' })
  await setCompanyOwner(trx, company.id, userId)
}
