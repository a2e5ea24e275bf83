/**
 * Limits how a company can send email to strangers. Inviting and creating an account both send an email to an address
 * that someone typed, so both count.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Trx } from '../../platform/database/db.ts'
import type { Account } from '../../user/index.ts'
import { countInvitationSend } from './invitation.queries.ts'

const hourlyLimit = { max: 100, windowSeconds: 3600 }

/** People who send email to others must have confirmed their own address. */
export function requireConfirmedSender(sender: Account, isMailConfigured: boolean): void {
  if (isMailConfigured && !sender.isEmailConfirmed) throw new AppError('email_not_confirmed')
}

/** Counts one more; the caller holds the lock on the company. */
export async function countInvitation(trx: Trx, companyId: string): Promise<void> {
  const wait = await countInvitationSend(trx, companyId, hourlyLimit)
  if (wait === null) return
  const message = `A company can invite ${hourlyLimit.max} people an hour. Please try again later.`
  throw new AppError('too_many_requests', { message, retryAfterSeconds: wait })
}
