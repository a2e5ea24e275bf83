import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Actor } from '../../access/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { shortenSession, insertSessionCopy } from './session-copy.queries.ts'
import { issueOneUseToken } from '../sign-in/one-use-token.ts'
import { findSessionOf, saveLastCompany } from './session.queries.ts'
import { hashSessionToken, newSessionToken } from './session-token.ts'

/** Seconds that the previous session stays valid, so that other tabs can finish saving. */
const graceSeconds = 60
/** Lifetime in seconds of a session that may never be used. */
const unusedLifetimeSeconds = 3600

/** Moves a person to another company: opens a new session like this one, which itself ends in a minute. */
export async function switchSession(db: Db, actor: Actor, companyId: string): Promise<string> {
  return runTransaction(db, async (trx) => {
    const token = await openSessionCopy(trx, actor, { companyId })
    await saveLastCompany(trx, actor.userId, companyId)
    await shortenSession(trx, actor.sessionId, graceSeconds)
    return token
  })
}

/** A second session in a company that was just created; the person continues with the first until they switch. */
export const openSecondSession = (trx: Trx, actor: Actor, companyId: string): Promise<string> =>
  openSessionCopy(trx, actor, { companyId, seconds: unusedLifetimeSeconds })

/** Milliseconds to move from one host to another. */
const handOverLifetimeMs = 60_000

/** A token that signs the person in once with the same sign-in as here, without a second factor. */
export async function handOverSession(db: Db, { userId, sessionId }: Actor): Promise<string> {
  const session = await findSessionOf(db, userId, sessionId)
  if (session === null) throw new AppError('not_signed_in')
  const payload = { handedOverFrom: session.createdAt.toISOString() }
  return issueOneUseToken(db, { purpose: 'log-in', userId, payload, lifetimeMs: handOverLifetimeMs })
}

async function openSessionCopy(
  trx: Trx,
  actor: Actor,
  target: { companyId: string; seconds?: number },
): Promise<string> {
  const token = newSessionToken()
  const isOpened = await insertSessionCopy(trx, actor.sessionId, { ...target, tokenHash: hashSessionToken(token) })
  // The person was deactivated or removed since access was checked.
  if (!isOpened) throw new AppError('not_found')
  return token
}
