import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { JobServices } from '../../platform/jobs/job.ts'
import { enqueueMail, renderMail } from '../../platform/mail/index.ts'
import { lockEmail } from './email.queries.ts'
import { deleteOneUseTokens } from '../sign-in/one-use-token.queries.ts'
import { issueOneUseToken } from '../sign-in/one-use-token.ts'

const daysValid = 7
const dayMs = 86_400_000

/** Sends to the unconfirmed address: a pending one, otherwise the one from sign-up. Returns a line for the log. */
export async function mailEmailConfirmation(
  { db, jobs, publicAddress }: Pick<JobServices, 'db' | 'jobs' | 'publicAddress'>,
  { userId }: { userId: string },
): Promise<string> {
  return runTransaction(db, async (trx) => {
    const known = await lockEmail(trx, userId)
    const email = known?.pendingEmail ?? (known?.isConfirmed === false ? known.email : null)
    if (email === null) return 'No address waits for it any more'
    await deleteOneUseTokens(trx, userId, 'confirm-email')
    const token = await issueOneUseToken(trx, {
      purpose: 'confirm-email',
      userId,
      payload: { email },
      lifetimeMs: daysValid * dayMs,
    })
    await enqueueMail(trx, jobs, {
      to: email,
      ...composeMail(`${publicAddress()}/settings/profile?confirmEmail=${token}`),
    })
    return 'Mailed'
  })
}

const composeMail = (url: string) => ({
  subject: 'Confirm your email',
  ...renderMail({
    title: 'Confirm your email',
    paragraphs: ['Confirm your email address. The link expires in seven days.'],
    action: { label: 'Confirm email', url },
    footer: 'If you have no account at Knowreel, you can ignore this email.',
  }),
})
