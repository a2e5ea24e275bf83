/** Accounts as the management of a company's people needs them. */
import type { Db, Trx } from '../platform/database/db.ts'

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

/** The account of an address, however that is written. */
export async function findAccountOf(db: Db, email: string): Promise<Account | null> {
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

/** For somebody a company brings in; nobody looks after the installation by that. False when the address is taken. */
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

/** Signed out of this company everywhere; sessions that stand in other companies go on. */
export async function endSessionsInCompany(
  trx: Trx,
  { userId, companyId }: { userId: string; companyId: string },
): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).where('company_id', '=', companyId).execute()
}

/** Tells those left without a company from newcomers. */
export async function markLeftCompany(trx: Trx, userId: string, leftAt: Date): Promise<void> {
  await trx.updateTable('users').set({ left_company_at: leftAt }).where('id', '=', userId).execute()
}
