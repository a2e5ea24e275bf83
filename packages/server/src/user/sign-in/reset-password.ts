import type { accountCalls } from '@knowreel/shared/user/account.calls.ts'
import type * as z from 'zod'
import { insertAuditEntry } from '../../audit/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { deleteKeysOf } from '../api-key/api-key.queries.ts'
import { markEmailConfirmed } from '../email/email.queries.ts'
import type { OpenedSession } from './log-in.ts'
import { deleteOneUseTokens } from './one-use-token.queries.ts'
import { withOneUseToken } from './one-use-token.ts'
import { hashPassword } from './password.ts'
import type { SecondFactor } from '../second-factor/second-factor.ts'
import { deleteSessionsOf } from '../session/session.queries.ts'
import { startSession, type Requester } from '../session/start-session.ts'
import { findHomeCompany, markLoggedIn, updateUser } from '../user.queries.ts'

type Form = z.output<(typeof accountCalls)['resetPassword']['body']>

/** Sets the new password, ends every session and API key, and opens a new one, in one transaction. */
export async function resetPassword(
  dependencies: { db: Db; secondFactor: SecondFactor },
  { token, password, code }: Form,
  requester: Requester,
): Promise<OpenedSession> {
  const passwordHash = await hashPassword(password)
  return withOneUseToken(dependencies, { purpose: 'reset-password', token, code }, async (trx, { userId, payload }) => {
    await updateUser(trx, userId, { password_hash: passwordHash })
    // The link was in their mailbox, unless it was given to someone else to pass on.
    if (payload.isToldElsewhere !== true) await markEmailConfirmed(trx, userId)
    await deleteOneUseTokens(trx, userId, 'reset-password')
    await deleteOneUseTokens(trx, userId, 'log-in')
    await deleteSessionsOf(trx, userId)
    await deleteKeysOf(trx, { userId })
    await markLoggedIn(trx, userId)
    const companyId = await findHomeCompany(trx, userId)
    const { address = null, userAgent } = requester
    const details = { isReset: true }
    await insertAuditEntry(trx, { action: 'password_changed', companyId, userId, details, address, userAgent })
    return { token: await startSession(trx, { userId, companyId, ...requester }), userId, companyId }
  })
}
