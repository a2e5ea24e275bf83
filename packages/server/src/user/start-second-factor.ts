import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Db } from '../platform/database/db.ts'
import type { SecondFactor } from './second-factor.ts'
import { saveUnconfirmedTwoFactor } from './two-factor.queries.ts'
import { getEmail } from './user.queries.ts'

type Setup = { secret: string; address: string }

/**
 * A new secret, not in force before `confirmSecondFactor`; beginning again forgets the former one. Where mail can be sent,
 * the address must be confirmed: who signed up with that of somebody else would keep its person out even of a password
 * reset.
 */
export async function startSecondFactor(
  { db, secondFactor, isMailConfigured }: { db: Db; secondFactor: SecondFactor; isMailConfigured: boolean },
  userId: string,
): Promise<Setup> {
  const { email, isConfirmed } = await getEmail(db, userId)
  if (isMailConfigured && !isConfirmed) throw new AppError('email_not_confirmed')
  const { encrypted, secret, address } = secondFactor.newSecret(userId, email)
  if (!(await saveUnconfirmedTwoFactor(db, userId, encrypted))) throw new AppError('two_factor_is_on')
  return { secret, address }
}
