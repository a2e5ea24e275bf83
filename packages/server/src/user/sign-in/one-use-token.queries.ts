import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { TokenPayload, TokenPurpose } from './sign-in.tables.ts'

type NewOneUseToken = {
  tokenHash: Buffer
  purpose: TokenPurpose
  userId: string | null
  sessionId: string | null
  payload: TokenPayload
  lifetimeMs: number
}

/** A token that has just been consumed. */
export type OneUseToken = { userId: string | null; sessionId: string | null; payload: TokenPayload }

export async function insertOneUseToken(db: Db, token: NewOneUseToken): Promise<void> {
  await db
    .insertInto('one_use_tokens')
    .values({
      token_hash: token.tokenHash,
      purpose: token.purpose,
      user_id: token.userId,
      session_id: token.sessionId,
      payload: token.payload,
      expires_at: sql<Date>`now() + ${token.lifetimeMs} * interval '1 millisecond'`,
    })
    .execute()
}

/** Exactly one of several concurrent callers gets it. */
export async function deleteOneUseToken(db: Db, purpose: TokenPurpose, tokenHash: Buffer): Promise<OneUseToken | null> {
  const row = await db
    .deleteFrom('one_use_tokens')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['user_id', 'session_id', 'payload'])
    .executeTakeFirst()
  return row === undefined ? null : { userId: row.user_id, sessionId: row.session_id, payload: row.payload }
}

/** A token that was used with too many wrong codes is consumed. */
export async function countWrongCode(db: Db, tokenHash: Buffer, maxWrongCodes: number): Promise<void> {
  await db
    .updateTable('one_use_tokens')
    .set((set) => ({
      failed_attempts: set('failed_attempts', '+', 1),
      expires_at: sql<Date>`case when failed_attempts + 1 >= ${maxWrongCodes} then now() else expires_at end`,
    }))
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Deletes earlier tokens of one purpose: only the newest email counts. */
export async function deleteOneUseTokens(db: Db, userId: string, purpose: TokenPurpose): Promise<void> {
  await db.deleteFrom('one_use_tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute()
}

/** Returns how many were removed; at most `limit`, so that no statement locks many rows for long. */
export async function deleteExpiredOneUseTokens(db: Db, limit: number): Promise<number> {
  const expired = db
    .selectFrom('one_use_tokens')
    .select('token_hash')
    .where('expires_at', '<', sql<Date>`now()`)
    .orderBy('expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await db
    .deleteFrom('one_use_tokens')
    .where('token_hash', 'in', expired)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
