import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

export type TwoFactor = { secret: Buffer; isConfirmed: boolean }

export async function findTwoFactor(db: Db, userId: string): Promise<TwoFactor | null> {
  const row = await db
    .selectFrom('two_factors')
    .where('user_id', '=', userId)
    .select(['secret', 'confirmed_at'])
    .executeTakeFirst()
  return row === undefined ? null : { secret: row.secret, isConfirmed: row.confirmed_at !== null }
}

/** Starts, or starts again with another secret. False if it is already on. */
export async function saveUnconfirmedTwoFactor(db: Db, userId: string, secret: Buffer): Promise<boolean> {
  const result = await db
    .insertInto('two_factors')
    .values({ user_id: userId, secret, confirmed_at: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, last_step: 0, created_at: sql<Date>`now()` })
        .where('two_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function confirmTwoFactor(db: Db, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factors')
    .set({ confirmed_at: new Date() })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** False if a code of this time step or a later one was accepted before: no code works twice. */
export async function consumeTimeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', sql<string>`${step}`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function consumeRecoveryCode(db: Db, userId: string, codeHash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: new Date() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function replaceRecoveryCodes(db: Db, userId: string, codeHashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const rows = codeHashes.map((hash) => ({ user_id: userId, code_hash: hash, used_at: null }))
  if (rows.length > 0) await db.insertInto('recovery_codes').values(rows).execute()
}

/** False if it was not on. */
export async function deleteTwoFactor(db: Db, userId: string): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const { numDeletedRows } = await db
    .deleteFrom('two_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Whether it is on. The lock serialises concurrent renewals of the codes. */
export async function lockTwoFactor(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('two_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .select('user_id')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export type TwoFactorState = { isOn: boolean; recoveryCodesLeft: number; hasPassword: boolean }

export async function readTwoFactorState(db: Db, userId: string): Promise<TwoFactorState> {
  return db
    .selectFrom('users as u')
    .where('u.id', '=', userId)
    .select([
      sql<boolean>`exists (select from two_factors t where t.user_id = u.id and t.confirmed_at is not null)`.as('isOn'),
      sql<number>`(select count(*) from recovery_codes r where r.user_id = u.id and r.used_at is null)::int`.as(
        'recoveryCodesLeft',
      ),
      sql<boolean>`u.password_hash is not null`.as('hasPassword'),
    ])
    .executeTakeFirstOrThrow()
}
