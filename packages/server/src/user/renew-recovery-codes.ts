import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import type { SecondFactor } from './second-factor.ts'
import { lockTwoFactor, replaceRecoveryCodes } from './two-factor.queries.ts'

/** The former codes stop working. */
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
