/**
 * Tokens that work once: in mails, in addresses that lead back from elsewhere, as tickets of sockets. Only a hash is kept,
 * and using one removes its row, so that of two requests at the same moment one finds nothing.
 *
 * A token that signs somebody in stays usable until the second factor is right too: a mistyped code must not cost a new
 * mail. `withOneUseToken` does this by taking the token in the transaction that is rolled back on a wrong code; the wrong
 * codes are counted outside of it, and the fifth ends the token.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { countWrongCode, insertOneUseToken, takeOneUseToken, type OneUseToken } from './one-use-token.queries.ts'
import type { SecondFactor } from './second-factor.ts'
import { hashSessionToken, newSessionToken } from './session-token.ts'
import type { TokenPayload, TokenPurpose } from './sign-in.tables.ts'

const mostWrongCodes = 5

type IssueInput = {
  purpose: TokenPurpose
  userId?: string | null
  /** The token ends with this session. */
  sessionId?: string | null
  payload?: TokenPayload
  lifetimeMs: number
}

/** Gives the token, which is never seen again on the server. */
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

/** Null when it is unknown, used, expired or for something else. */
export const consumeOneUseToken = (db: Db, purpose: TokenPurpose, token: string): Promise<OneUseToken | null> =>
  takeOneUseToken(db, purpose, hashSessionToken(token))

/** When the person signed in whose session is carried on at another host; null for every other token. */
export function handedOverAt({ payload }: Pick<OneUseToken, 'payload'>): Date | null {
  const time = payload['handedOverFrom']
  return typeof time === 'string' ? new Date(time) : null
}

type UseInput = { purpose: TokenPurpose; token: string; code?: string | undefined }

/**
 * Uses a token of a person, with their second factor where it is on, and does `work` in the same transaction. Throws
 * `link_used`, `two_factor_needed` or `wrong_code`.
 */
export async function withOneUseToken<Result>(
  { db, secondFactor }: { db: Db; secondFactor: SecondFactor },
  { purpose, token, code }: UseInput,
  work: (trx: Trx, used: OneUseToken & { userId: string }) => Promise<Result>,
): Promise<Result> {
  try {
    return await runTransaction(db, async (trx) => {
      const used = await consumeOneUseToken(trx, purpose, token)
      if (used === null || used.userId === null) throw new AppError('link_used')
      // Given already, in the session this one goes on from.
      if (handedOverAt(used) === null) await secondFactor.check(trx, used.userId, code)
      return work(trx, { ...used, userId: used.userId })
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'wrong_code')
      await countWrongCode(db, hashSessionToken(token), mostWrongCodes)
    throw error
  }
}
