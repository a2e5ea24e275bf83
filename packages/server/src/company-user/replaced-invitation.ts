import { newcomerRoles } from '@knowreel/shared/company/company-user.rules.ts'
import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Trx } from '../platform/database/db.ts'
import { findInvitationOf, type Invitation } from './invitation.queries.ts'
import type { LockedCompany } from './managed-member.ts'

/**
 * The invitation of an address that inviting it again or making its account takes the place of. Refused when that would
 * take back what somebody above the manager gave.
 */
export async function findReplacedInvitation(
  trx: Trx,
  company: LockedCompany,
  email: string,
): Promise<Invitation | null> {
  const former = await findInvitationOf(trx, company.id, email)
  const mayGive: readonly CompanyRole[] = newcomerRoles(company.role)
  if (former === null || mayGive.includes(former.role)) return former
  throw new AppError('already_invited', {
    fields: [{ field: 'email', message: 'An administrator has invited this person already.' }],
  })
}
