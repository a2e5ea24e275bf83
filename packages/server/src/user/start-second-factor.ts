import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Db } from '../platform/database/db.ts'
import type { SecondFactor } from './second-factor.ts'
import { saveUnconfirmedTwoFactor } from './two-factor.queries.ts'
import { getEmail } from './user.queries.ts'

type Setup = { secret: string; address: string }

/** A new secret, not in force before `confirmSecondFactor`; beginning again forgets the former one. */
export async function startSecondFactor(
  { db, secondFactor }: { db: Db; secondFactor: SecondFactor },
  userId: string,
): Promise<Setup> {
  const { encrypted, secret, address } = secondFactor.newSecret(userId, await getEmail(db, userId))
  if (!(await saveUnconfirmedTwoFactor(db, userId, encrypted))) throw new AppError('two_factor_is_on')
  return { secret, address }
}
