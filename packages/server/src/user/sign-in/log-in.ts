/**
 * Signs in with a password or with a one-use token. Both require the second factor if it is on.
 *
 * An unknown address and a wrong password give the same response and take the same time. Wrong passwords are counted
 * per account, from whatever client address, and per client address, for whatever account; after too many, only client
 * addresses from which this person has signed in before are admitted, so that guessing cannot lock the person out
 * (docs/decisions/0017).
 */
import { normalizeIP } from '@fastify/rate-limit'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { sessionCalls } from '@knowreel/shared/user/session.calls.ts'
import type * as z from 'zod'
import { insertFailedSignIn } from '../../audit/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { createAttemptLimit, type AttemptLimit } from '../../platform/http/attempt-limit.ts'
import { handedOverAt, withOneUseToken } from './one-use-token.ts'
import { verifyPassword } from './password.ts'
import type { SecondFactor } from '../second-factor/second-factor.ts'
import { hasSessionFrom } from '../session/session.queries.ts'
import { readOperatorLogin, startOperatorSession } from '../session/operator-session.ts'
import { startSession, type Requester } from '../session/start-session.ts'
import { findCredentials, findHomeCompany, lockPasswordHash, markLoggedIn } from '../user.queries.ts'

type LogInDependencies = { db: Db; secondFactor: SecondFactor; wrongPasswords: PasswordLimits }
type LogInBody = z.output<(typeof sessionCalls)['logIn']['body']>
type PasswordBody = Extract<LogInBody, { password: string }>

export type OpenedSession = { token: string; userId: string; companyId: string | null }

type PasswordLimits = { readonly byAccount: AttemptLimit; readonly bySource: AttemptLimit }

const windowMs = 15 * 60_000

export const createPasswordLimits = (): PasswordLimits => ({
  byAccount: createAttemptLimit({ max: 30, windowMs }),
  bySource: createAttemptLimit({ max: 100, windowMs }),
})

export async function logIn(
  dependencies: LogInDependencies,
  body: LogInBody,
  requester: Requester,
): Promise<OpenedSession> {
  if ('password' in body) return logInWithPassword(dependencies, body, requester)
  const { token, code } = body
  const onWrongCode = (userId: string) => recordFailure(dependencies.db, userId, 'code', requester)
  return withOneUseToken(dependencies, { purpose: 'log-in', token, code, onWrongCode }, async (trx, used) => {
    const operator = readOperatorLogin(used)
    if (operator === null) return openSession(trx, used.userId, { ...requester, signedInAt: handedOverAt(used) })
    const { userId, companyId } = operator
    return { token: await startOperatorSession(trx, operator, requester), userId, companyId }
  })
}

async function logInWithPassword(
  { db, secondFactor, wrongPasswords }: LogInDependencies,
  { email, password, code }: PasswordBody,
  requester: Requester,
): Promise<OpenedSession> {
  const account = email.toLowerCase()
  const source = requester.address == null ? 'unknown' : normalizeIP(requester.address)
  const counted = [
    { limit: wrongPasswords.byAccount, key: account },
    { limit: wrongPasswords.bySource, key: source },
  ]
  const reached = counted.find(({ limit, key }) => limit.isReached(key))
  if (reached !== undefined && !(await hasSessionFrom(db, email, requester.address)))
    throw reached.limit.refusal(reached.key)
  const credentials = await findCredentials(db, email)
  const isRight = await verifyPassword(credentials?.passwordHash, password)
  if (credentials === null || !isRight) {
    for (const { limit, key } of counted) limit.fail(key)
    await recordFailure(db, credentials?.userId ?? null, 'password', requester)
    throw new AppError('wrong_credentials')
  }
  const { userId, passwordHash } = credentials
  const opening = runTransaction(db, async (trx) => {
    // The comparison took time; the password may have changed since.
    if ((await lockPasswordHash(trx, userId)) !== passwordHash) throw new AppError('wrong_credentials')
    await secondFactor.check(trx, userId, code)
    return openSession(trx, userId, requester)
  })
  return opening.catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'wrong_code') await recordFailure(db, userId, 'code', requester)
    throw error
  })
}

/** An address without an account causes the same work, for an id that nobody has. */
async function recordFailure(
  db: Db,
  knownId: string | null,
  reason: 'password' | 'code',
  { address, userAgent }: Requester,
): Promise<void> {
  const userId = knownId ?? newId()
  await runTransaction(db, async (trx) => {
    const companyId = await findHomeCompany(trx, userId)
    await insertFailedSignIn(trx, { companyId, userId, details: { reason }, address: address ?? null, userAgent })
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
