import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { JobServices } from '../../platform/jobs/job.ts'
import { enqueueMail, renderMail } from '../../platform/mail/index.ts'
import { deleteOneUseTokens } from './one-use-token.queries.ts'
import { issueOneUseToken } from './one-use-token.ts'
import { findCredentials } from '../user.queries.ts'

const hourMs = 3_600_000

/** Only the link of the newest email works. Returns a line for the log. */
export async function mailPasswordReset(
  { db, jobs, publicAddress }: Pick<JobServices, 'db' | 'jobs' | 'publicAddress'>,
  { email }: { email: string },
): Promise<string> {
  return runTransaction(db, async (trx) => {
    const account = await findCredentials(trx, email)
    if (account === null) return 'No account has this address'
    await deleteOneUseTokens(trx, account.userId, 'reset-password')
    const token = await issueOneUseToken(trx, {
      purpose: 'reset-password',
      userId: account.userId,
      lifetimeMs: hourMs,
    })
    await enqueueMail(trx, jobs, { to: email, ...composeMail(`${publicAddress()}/password-reset/${token}`) })
    return 'Mailed'
  })
}

const composeMail = (url: string) => ({
  subject: 'Set a new password',
  ...renderMail({
    title: 'Set a new password',
    paragraphs: ['You asked for a new password. The link works once, for an hour.'],
    action: { label: 'Set a new password', url },
    footer: 'If you didn’t request this, you can ignore this email.',
  }),
})
