/**
 * What keeps a company from mailing strangers at will. Inviting and making an account both send a mail to an address that
 * somebody typed, so both count.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Trx } from '../platform/database/db.ts'
import type { Account } from '../user/index.ts'
import { countInvitationSend } from './invitation.queries.ts'

const hourly = { max: 100, windowSeconds: 3600 }

/** Whoever mails others has shown that their own address is theirs. */
export function requireConfirmedSender(sender: Account, isMailConfigured: boolean): void {
  if (isMailConfigured && !sender.isEmailConfirmed) throw new AppError('email_not_confirmed')
}

/** Counts one more; call with the company locked. */
export async function countNewcomer(trx: Trx, companyId: string): Promise<void> {
  const wait = await countInvitationSend(trx, companyId, hourly)
  if (wait === null) return
  const message = `A company can invite ${hourly.max} people an hour. Please go on later.`
  throw new AppError('too_many_requests', { message, retryAfterSeconds: wait })
}
