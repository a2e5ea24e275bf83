/** Accounts as a company's member management needs them. */
import type { Db, Trx } from '../platform/database/db.ts'
import { deleteKeysOf } from './api-key/api-key.queries.ts'

export type Account = {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordHash: string | null
  readonly isEmailConfirmed: boolean
}

const selectAccounts = (db: Db) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'first_name as firstName',
      'last_name as lastName',
      'password_hash as passwordHash',
      'email_confirmed_at as confirmedAt',
    ])

type AccountRow = Omit<Account, 'isEmailConfirmed'> & { confirmedAt: Date | null }

const toAccount = ({ confirmedAt, ...row }: AccountRow): Account => ({
  ...row,
  isEmailConfirmed: confirmedAt !== null,
})

/** The account of an email address, ignoring case. */
export async function findAccountByEmail(db: Db, email: string): Promise<Account | null> {
  const row = await selectAccounts(db).where('email', '=', email).executeTakeFirst()
  return row === undefined ? null : toAccount(row)
}

export async function getAccount(db: Db, userId: string): Promise<Account> {
  return toAccount(await selectAccounts(db).where('id', '=', userId).executeTakeFirstOrThrow())
}

type NewAccount = {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordHash: string | null
  readonly isEmailConfirmed: boolean
}

/** For someone added by a company; this never creates a super admin. False if the email address is taken. */
export async function insertAccount(trx: Trx, account: NewAccount): Promise<boolean> {
  const result = await trx
    .insertInto('users')
    .values({
      id: account.id,
      email: account.email,
      first_name: account.firstName,
      last_name: account.lastName,
      password_hash: account.passwordHash,
      email_confirmed_at: account.isEmailConfirmed ? new Date() : null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Ends all sessions and API keys in this company; those in other companies continue. */
export async function endSessionsInCompany(
  trx: Trx,
  { userId, companyId }: { userId: string; companyId: string },
): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).where('company_id', '=', companyId).execute()
  await deleteKeysOf(trx, { userId, companyId })
}

/** Distinguishes people who lost their last company from newcomers. */
export async function markLeftCompany(trx: Trx, userId: string, leftAt: Date): Promise<void> {
  await trx.updateTable('users').set({ left_company_at: leftAt }).where('id', '=', userId).execute()
}
