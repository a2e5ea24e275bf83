import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Trx } from '../platform/database/db.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import { enqueueMail, layOutMail } from '../platform/mail/index.ts'
import type { AttemptLimit } from './attempt-limit.ts'
import { isEmailTaken, setPendingEmail, type KnownEmail } from './email.queries.ts'
import { deleteOneUseTokens } from './one-use-token.queries.ts'
import { sendEmailConfirmation } from './send-email-confirmation.job.ts'

type Parts = { enqueue: Enqueue; confirmations: AttemptLimit }
type Wish = { userId: string; known: KnownEmail; email: string }

/**
 * Another address waits until it is confirmed, and the present one is told. The present address given again takes back a
 * wish to change it; while it is itself unconfirmed, the mail is sent once more.
 */
export async function changeEmail(trx: Trx, { enqueue, confirmations }: Parts, wish: Wish): Promise<void> {
  const { userId, known, email } = wish
  const isPresent = email.toLowerCase() === known.email.toLowerCase()
  if (isPresent && known.pendingEmail !== null) {
    await setPendingEmail(trx, userId, null)
    await deleteOneUseTokens(trx, userId, 'confirm-email')
    return
  }
  if (isPresent && known.isConfirmed) return
  confirmations.require(userId)
  confirmations.fail(userId)
  if (!isPresent) {
    if (await isEmailTaken(trx, email)) throw emailTaken()
    await setPendingEmail(trx, userId, email)
    if (email.toLowerCase() !== known.pendingEmail?.toLowerCase())
      await enqueueMail(trx, { enqueue }, { to: known.email, ...composeNotice(email) })
  }
  await enqueue(trx, sendEmailConfirmation, { userId })
}

export const emailTaken = (): AppError =>
  new AppError('email_taken', {
    fields: [{ field: 'email', message: 'An account with this email already exists' }],
  })

const composeNotice = (email: string) => ({
  subject: 'Your email is about to change',
  ...layOutMail({
    title: 'Your email is about to change',
    paragraphs: [
      `Somebody who knows your password asked to change the email of your Knowreel account to ${email}. It changes once that address is confirmed.`,
      'If it was not you, sign in, set a new password and sign out everywhere else.',
    ],
  }),
})
