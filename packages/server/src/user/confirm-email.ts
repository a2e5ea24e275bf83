import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Actor } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { confirmEmailOf, lockEmail, markEmailConfirmed } from './email.queries.ts'
import { deleteOneUseTokens } from './one-use-token.queries.ts'
import { consumeOneUseToken } from './one-use-token.ts'

/**
 * Makes an address the person's, or confirms the one they have. The link alone is not enough: it must be opened by the
 * person it was made for, and for the address they still want.
 */
export async function confirmEmail(db: Db, { userId }: Actor, token: string): Promise<void> {
  await runTransaction(db, async (trx) => {
    const known = await lockEmail(trx, userId)
    const used = await consumeOneUseToken(trx, 'confirm-email', token)
    const email = used?.payload.email
    // Thrown inside, so that somebody else's link stays good for its owner.
    if (known === null || used?.userId !== userId || typeof email !== 'string') throw new AppError('link_used')
    if (email !== known.pendingEmail && email !== known.email) throw new AppError('link_used')
    if (email === known.email) return markEmailConfirmed(trx, userId)
    if (!(await confirmEmailOf(trx, userId, email))) throw new AppError('email_taken')
    // What was mailed to the former address opens nothing any more.
    await deleteOneUseTokens(trx, userId, 'reset-password')
    await deleteOneUseTokens(trx, userId, 'log-in')
  })
}
