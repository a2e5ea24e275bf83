import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Db } from '../../platform/database/db.ts'
import type { SecondFactor } from './second-factor.ts'
import {
  saveUnconfirmedTwoFactor,
  confirmTwoFactor,
  findTwoFactor,
  replaceRecoveryCodes,
  lockTwoFactor,
} from './two-factor.queries.ts'
import { getEmail, getPasswordHash } from '../user.queries.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { Actor } from '../../access/index.ts'
import { createAttemptLimit, type AttemptLimit } from '../../platform/http/attempt-limit.ts'
import { verifyPassword } from '../sign-in/password.ts'
import { findSessionOf } from '../session/session.queries.ts'

type SecondFactorSetup = { secret: string; address: string }

/**
 * Creates a new secret, inactive until `confirmSecondFactor`; starting again discards the previous one. If email is
 * configured, the address must be confirmed: otherwise someone who signed up with another person's address could lock
 * that person out, even of a password reset.
 */
export async function startSecondFactor(
  { db, secondFactor, isMailConfigured }: { db: Db; secondFactor: SecondFactor; isMailConfigured: boolean },
  userId: string,
): Promise<SecondFactorSetup> {
  const { email, isConfirmed } = await getEmail(db, userId)
  if (isMailConfigured && !isConfirmed) throw new AppError('email_not_confirmed')
  const { encrypted, secret, address } = secondFactor.newSecret(userId, email)
  if (!(await saveUnconfirmedTwoFactor(db, userId, encrypted))) throw new AppError('two_factor_is_on')
  return { secret, address }
}

/** Turns the second factor on. Returns the recovery codes, which the server never shows again. */
export async function confirmSecondFactor(
  { db, secondFactor }: { db: Db; secondFactor: SecondFactor },
  userId: string,
  code: string,
): Promise<string[]> {
  return runTransaction(db, async (trx) => {
    const begun = await findTwoFactor(trx, userId)
    if (begun === null) throw new AppError('two_factor_is_off')
    if (begun.isConfirmed) throw new AppError('two_factor_is_on')
    if (!(await secondFactor.consumeAppCode(trx, userId, begun.secret, code.replaceAll(/\s/g, ''))))
      throw new AppError('wrong_code', { fields: [{ field: 'code', message: 'Wrong code' }] })
    if (!(await confirmTwoFactor(trx, userId))) throw new AppError('two_factor_is_on')
    const { codes, hashes } = secondFactor.newRecoveryCodes(userId)
    await replaceRecoveryCodes(trx, userId, hashes)
    return codes
  })
}

/** The previous codes stop working. */
export async function renewRecoveryCodes(
  { db, secondFactor }: { db: Db; secondFactor: SecondFactor },
  userId: string,
): Promise<string[]> {
  return runTransaction(db, async (trx) => {
    if (!(await lockTwoFactor(trx, userId))) throw new AppError('two_factor_is_off')
    const { codes, hashes } = secondFactor.newRecoveryCodes(userId)
    await replaceRecoveryCodes(trx, userId, hashes)
    return codes
  })
}

/** A sign-in this recent replaces the password for people who have none. */
const recentSignInMs = 10 * 60_000

export type Reauthenticate = (actor: Actor, password: string | undefined) => Promise<void>

/**
 * Protects actions against an unattended computer. A person with a password must enter it; one who signs in with
 * another account must have done so within ten minutes (docs/decisions/0018). Throws `wrong_password`, `sign_in_again`
 * or `too_many_requests`.
 */
export function createReauthenticate(
  db: Db,
  wrongPasswords: AttemptLimit = createAttemptLimit({ max: 10, windowMs: 15 * 60_000 }),
): Reauthenticate {
  return async ({ userId, sessionId }, password) => {
    const hash = await getPasswordHash(db, userId)
    if (hash === null) {
      const session = await findSessionOf(db, userId, sessionId)
      const age = session === null ? Infinity : Date.now() - session.createdAt.getTime()
      if (age > recentSignInMs) throw new AppError('sign_in_again')
      return
    }
    wrongPasswords.require(userId)
    if (await verifyPassword(hash, password ?? '')) return wrongPasswords.succeed(userId)
    wrongPasswords.fail(userId)
    throw new AppError('wrong_password', {
      fields: [{ field: 'password', message: password ? 'Wrong password' : 'Please enter your password' }],
    })
  }
}
