import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Trx, Db } from '../../platform/database/db.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { enqueueMail, renderMail } from '../../platform/mail/index.ts'
import type { AttemptLimit } from '../../platform/http/attempt-limit.ts'
import {
  isEmailTaken,
  setPendingEmail,
  type EmailState,
  confirmEmailOf,
  lockEmail,
  markEmailConfirmed,
} from './email.queries.ts'
import { deleteOneUseTokens } from '../sign-in/one-use-token.queries.ts'
import { sendEmailConfirmation } from './send-email-confirmation.job.ts'
import type { Actor } from '../../access/index.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { consumeOneUseToken } from '../sign-in/one-use-token.ts'

type Dependencies = { enqueue: Enqueue; confirmations: AttemptLimit }
type EmailChange = { userId: string; current: EmailState; email: string }

/**
 * A new address is pending until it is confirmed, and the current one is notified. Entering the current address cancels
 * a pending change; while it is itself unconfirmed, the confirmation email is sent again.
 */
export async function changeEmail(
  trx: Trx,
  { enqueue, confirmations }: Dependencies,
  change: EmailChange,
): Promise<void> {
  const { userId, current, email } = change
  const isPresent = email.toLowerCase() === current.email.toLowerCase()
  if (isPresent && current.pendingEmail !== null) {
    await setPendingEmail(trx, userId, null)
    await deleteOneUseTokens(trx, userId, 'confirm-email')
    return
  }
  if (isPresent && current.isConfirmed) return
  confirmations.require(userId)
  confirmations.fail(userId)
  if (!isPresent) {
    if (await isEmailTaken(trx, email)) throw emailTakenError()
    await setPendingEmail(trx, userId, email)
    if (email.toLowerCase() !== current.pendingEmail?.toLowerCase())
      await enqueueMail(trx, { enqueue }, { to: current.email, ...composeNotice(email) })
  }
  await enqueue(trx, sendEmailConfirmation, { userId })
}

export const emailTakenError = (): AppError =>
  new AppError('email_taken', {
    fields: [{ field: 'email', message: 'An account with this email already exists' }],
  })

const composeNotice = (email: string) => ({
  subject: 'Your email is about to change',
  ...renderMail({
    title: 'Your email is about to change',
    paragraphs: [
      `Someone who knows your password asked to change the email of your Knowreel account to ${email}. It changes once that address is confirmed.`,
      'If it was not you, sign in, set a new password and sign out everywhere else.',
    ],
  }),
})

/**
 * Sets a person's new email address, or confirms the current one. The link alone is not enough: it must be opened by
 * the person it was created for, and for the address they still want.
 */
export async function confirmEmail(db: Db, { userId }: Actor, token: string): Promise<void> {
  await runTransaction(db, async (trx) => {
    const known = await lockEmail(trx, userId)
    const used = await consumeOneUseToken(trx, 'confirm-email', token)
    const email = used?.payload.email
    // Thrown inside the transaction, so that someone else's link stays valid for its owner.
    if (known === null || used?.userId !== userId || typeof email !== 'string') throw new AppError('link_used')
    if (email !== known.pendingEmail && email !== known.email) throw new AppError('link_used')
    if (email === known.email) return markEmailConfirmed(trx, userId)
    if (!(await confirmEmailOf(trx, userId, email))) throw new AppError('email_taken')
    // Invalidates the links that were sent to the previous address.
    await deleteOneUseTokens(trx, userId, 'reset-password')
    await deleteOneUseTokens(trx, userId, 'log-in')
  })
}
