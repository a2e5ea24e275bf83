/**
 * Tokens that work once: in emails, in return URLs of other sites, as socket tickets. Only a hash is stored, and using
 * one deletes its row, so that of two concurrent requests one finds nothing.
 *
 * A token that signs in stays usable until the second factor is right too: a mistyped code must not require a new
 * email. `withOneUseToken` consumes the token in the transaction that is rolled back on a wrong code; the wrong codes
 * are counted outside it, and the fifth ends the token.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { countWrongCode, insertOneUseToken, deleteOneUseToken, type OneUseToken } from './one-use-token.queries.ts'
import type { SecondFactor } from '../second-factor/second-factor.ts'
import { hashSessionToken, newSessionToken } from '../session/session-token.ts'
import type { TokenPayload, TokenPurpose } from './sign-in.tables.ts'

const maxWrongCodes = 5

type IssueInput = {
  purpose: TokenPurpose
  userId?: string | null
  /** The token ends with this session. */
  sessionId?: string | null
  payload?: TokenPayload
  lifetimeMs: number
}

/** Returns the token, which the server never shows again. */
export async function issueOneUseToken(db: Db, input: IssueInput): Promise<string> {
  const token = newSessionToken()
  await insertOneUseToken(db, {
    tokenHash: hashSessionToken(token),
    purpose: input.purpose,
    userId: input.userId ?? null,
    sessionId: input.sessionId ?? null,
    payload: input.payload ?? {},
    lifetimeMs: input.lifetimeMs,
  })
  return token
}

/** Null if it is unknown, used, expired or for another purpose. */
export const consumeOneUseToken = (db: Db, purpose: TokenPurpose, token: string): Promise<OneUseToken | null> =>
  deleteOneUseToken(db, purpose, hashSessionToken(token))

/** The sign-in time of a session that is handed over to another host; null for every other token. */
export function handedOverAt({ payload }: Pick<OneUseToken, 'payload'>): Date | null {
  const time = payload['handedOverFrom']
  return typeof time === 'string' ? new Date(time) : null
}

type UseInput = {
  purpose: TokenPurpose
  token: string
  code?: string | undefined
  onWrongCode?: (userId: string) => Promise<void>
}

/**
 * Consumes a token of a person, with their second factor if it is on, and does `work` in the same transaction. Throws
 * `link_used`, `two_factor_needed` or `wrong_code`.
 */
export async function withOneUseToken<Result>(
  { db, secondFactor }: { db: Db; secondFactor: SecondFactor },
  { purpose, token, code, onWrongCode }: UseInput,
  work: (trx: Trx, used: OneUseToken & { userId: string }) => Promise<Result>,
): Promise<Result> {
  let userId: string | null = null
  try {
    return await runTransaction(db, async (trx) => {
      const used = await consumeOneUseToken(trx, purpose, token)
      if (used === null || used.userId === null) throw new AppError('link_used')
      userId = used.userId
      // The original session already passed the second factor; an operator does not know it.
      if (handedOverAt(used) === null && used.payload['operatorId'] === undefined)
        await secondFactor.check(trx, used.userId, code)
      return work(trx, { ...used, userId: used.userId })
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'wrong_code') {
      await countWrongCode(db, hashSessionToken(token), maxWrongCodes)
      if (userId !== null) await onWrongCode?.(userId)
    }
    throw error
  }
}
