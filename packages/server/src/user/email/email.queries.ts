import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/db.ts'

export type EmailState = {
  email: string
  pendingEmail: string | null
  isConfirmed: boolean
  passwordHash: string | null
}

/** The email addresses of a person, locked until the transaction ends; null if the person is gone. */
export async function lockEmail(trx: Trx, userId: string): Promise<EmailState | null> {
  const row = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['email', 'pending_email', 'email_confirmed_at', 'password_hash'])
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    email: row.email,
    pendingEmail: row.pending_email,
    isConfirmed: row.email_confirmed_at !== null,
    passwordHash: row.password_hash,
  }
}

export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const row = await db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst()
  return row !== undefined
}

/** Sets the pending address, which replaces the current one once confirmed; null for none. */
export async function setPendingEmail(db: Db, userId: string, email: string | null): Promise<void> {
  await db.updateTable('users').set({ pending_email: email }).where('id', '=', userId).execute()
}

/** Makes this the person's address. Returns false if another account has it by now. */
export async function confirmEmailOf(db: Db, userId: string, email: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ email, pending_email: null, email_confirmed_at: new Date(), updated_at: new Date() })
    .where('id', '=', userId)
    .where(sql<boolean>`not exists (select from users o where o.email = ${email}::citext and o.id <> ${userId})`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Opening an email to the current address proves that it is theirs. */
export async function markEmailConfirmed(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, now())` })
    .where('id', '=', userId)
    .execute()
}
