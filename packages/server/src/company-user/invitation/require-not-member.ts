import { AppError } from '@knowreel/shared/error/app-error.ts'
import { fullName } from '@knowreel/shared/user/user.rules.ts'
import type { Db } from '../../platform/database/db.ts'
import { findMemberByEmail } from '../company-user.queries.ts'

/** The error names the member who has the address, for display under the form field. */
export async function requireNotMember(db: Db, companyId: string, email: string): Promise<void> {
  const member = await findMemberByEmail(db, companyId, email)
  if (member === null) return
  const message =
    member.status === 'deactivated'
      ? `${fullName(member)} uses this address and is deactivated. Activate them again instead.`
      : `${fullName(member)} already uses this address.`
  throw new AppError('already_member', { fields: [{ field: 'email', message }] })
}
