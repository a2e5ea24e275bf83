import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import type { SecondFactor } from './second-factor.ts'
import { confirmTwoFactor, findTwoFactor, replaceRecoveryCodes } from './two-factor.queries.ts'

/** In force from now on. Gives the recovery codes, which are never seen again on the server. */
export async function confirmSecondFactor(
  { db, secondFactor }: { db: Db; secondFactor: SecondFactor },
  userId: string,
  code: string,
): Promise<string[]> {
  return runTransaction(db, async (trx) => {
    const begun = await findTwoFactor(trx, userId)
    if (begun === null) throw new AppError('two_factor_is_off')
    if (begun.isConfirmed) throw new AppError('two_factor_is_on')
    if (!(await secondFactor.takeAppCode(trx, userId, begun.secret, code.replaceAll(/\s/g, ''))))
      throw new AppError('wrong_code', { fields: [{ field: 'code', message: 'The code is not right' }] })
    if (!(await confirmTwoFactor(trx, userId))) throw new AppError('two_factor_is_on')
    const { codes, hashes } = secondFactor.newRecoveryCodes(userId)
    await replaceRecoveryCodes(trx, userId, hashes)
    return codes
  })
}
