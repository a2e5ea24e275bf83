/**
 * Signs in with a password or with a one-use token. Both require the second factor if it is on.
 *
 * An unknown address and a wrong password give the same response and take the same time. Wrong passwords are counted
 * per account, from whatever client address; after too many, only client addresses from which this person has signed in
 * before are admitted, so that guessing cannot lock the person out (docs/decisions/0017).
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { sessionCalls } from '@knowreel/shared/user/session.calls.ts'
import type * as z from 'zod'
import type { Db, Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { createAttemptLimit, type AttemptLimit } from './attempt-limit.ts'
import { handedOverAt, withOneUseToken } from './one-use-token.ts'
import { verifyPassword } from './password.ts'
import type { SecondFactor } from '../second-factor/second-factor.ts'
import { hasSessionFrom } from '../session/session.queries.ts'
import { startSession, type Requester } from '../session/start-session.ts'
import { findCredentials, findHomeCompany, lockPasswordHash, markLoggedIn } from '../user.queries.ts'

type LogInDependencies = { db: Db; secondFactor: SecondFactor; wrongPasswords: AttemptLimit }
type LogInBody = z.output<(typeof sessionCalls)['logIn']['body']>
type PasswordBody = Extract<LogInBody, { password: string }>

export type OpenedSession = { token: string; userId: string; companyId: string | null }

/** By account. */
export const createPasswordLimit = (): AttemptLimit => createAttemptLimit({ max: 30, windowMs: 15 * 60_000 })

export async function logIn(parts: LogInDependencies, body: LogInBody, requester: Requester): Promise<OpenedSession> {
  if ('password' in body) return logInWithPassword(parts, body, requester)
  const { token, code } = body
  return withOneUseToken(parts, { purpose: 'log-in', token, code }, (trx, used) =>
    openSession(trx, used.userId, { ...requester, signedInAt: handedOverAt(used) }),
  )
}

async function logInWithPassword(
  { db, secondFactor, wrongPasswords }: LogInDependencies,
  { email, password, code }: PasswordBody,
  requester: Requester,
): Promise<OpenedSession> {
  const account = email.toLowerCase()
  if (wrongPasswords.isReached(account) && !(await hasSessionFrom(db, email, requester.address)))
    throw wrongPasswords.refusal(account)
  const credentials = await findCredentials(db, email)
  const isRight = await verifyPassword(credentials?.passwordHash, password)
  if (credentials === null || !isRight) {
    wrongPasswords.fail(account)
    throw new AppError('wrong_credentials')
  }
  const { userId, passwordHash } = credentials
  return runTransaction(db, async (trx) => {
    // The comparison took time; the password may have changed since.
    if ((await lockPasswordHash(trx, userId)) !== passwordHash) throw new AppError('wrong_credentials')
    await secondFactor.check(trx, userId, code)
    return openSession(trx, userId, requester)
  })
}

async function openSession(
  trx: Trx,
  userId: string,
  requester: Requester & { signedInAt?: Date | null },
): Promise<OpenedSession> {
  const companyId = await findHomeCompany(trx, userId)
  await markLoggedIn(trx, userId)
  const token = await startSession(trx, { userId, companyId, ...requester })
  return { token, userId, companyId }
}
