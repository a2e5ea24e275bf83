import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Actor } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { createAttemptLimit, type AttemptLimit } from './attempt-limit.ts'
import { isPasswordOf } from './password.ts'
import { findSessionOf } from './session.queries.ts'
import { getPasswordHash } from './user.queries.ts'

/** A sign-in this young stands in for the password of who has none. */
const freshMs = 10 * 60_000

export type Reauthenticate = (actor: Actor, password: string | undefined) => Promise<void>

/**
 * For what an unattended computer must not do. Who has a password gives it; who signs in by another account only must
 * have done so within ten minutes (docs/decisions/0018). Throws `wrong_password`, `sign_in_again` or `too_many_requests`.
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
      if (age > freshMs) throw new AppError('sign_in_again')
      return
    }
    wrongPasswords.require(userId)
    if (await isPasswordOf(hash, password ?? '')) return wrongPasswords.succeed(userId)
    wrongPasswords.fail(userId)
    throw new AppError('wrong_password', {
      fields: [{ field: 'password', message: password ? 'The password is not right' : 'Please enter your password' }],
    })
  }
}
