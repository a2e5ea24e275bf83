import { deleteKeysOf } from '../api-key/api-key.queries.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { findAccountByEmail } from '../account.queries.ts'
import { markEmailConfirmed, setPendingEmail } from '../email/email.queries.ts'
import { deleteOneUseTokens } from '../sign-in/one-use-token.queries.ts'
import { issueOneUseToken } from '../sign-in/one-use-token.ts'
import { deleteSessionsOf } from '../session/session.queries.ts'
import { deleteTwoFactor } from '../second-factor/two-factor.queries.ts'
import { insertUser, updateUser } from '../user.queries.ts'
import { findUserOfIdentity, insertIdentity, lockIdentity, type Subject } from './user-identity.queries.ts'

/** The provider's data about a person. */
export type Identity = Subject & {
  /** Null unless the provider has verified it. */
  verifiedEmail: string | null
  firstName: string
  lastName: string
}

/** Long enough for one browser redirect, and to find the phone with the authenticator app. */
const tokenLifetimeMs = 5 * 60_000

/**
 * Returns a one-use token to sign in with, or null if the provider has not verified the address of someone unknown.
 * Identified by issuer and subject, otherwise linked by the verified address, otherwise a new account without a
 * company.
 */
export async function signInByIdentity(db: Db, identity: Identity): Promise<string | null> {
  return runTransaction(db, async (trx) => {
    await lockIdentity(trx, identity)
    const userId = (await findUserOfIdentity(trx, identity)) ?? (await linkOrCreate(trx, identity))
    if (userId === null) return null
    return issueOneUseToken(trx, { purpose: 'log-in', userId, lifetimeMs: tokenLifetimeMs })
  })
}

async function linkOrCreate(trx: Trx, { verifiedEmail: email, ...identity }: Identity): Promise<string | null> {
  if (email === null) return null
  const made = newId()
  const { firstName, lastName } = identity
  const isNew = await insertUser(trx, { id: made, email, passwordHash: null, firstName, lastName })
  const account = await findAccountByEmail(trx, email)
  if (account === null) return null
  const userId = account.id
  if (!account.isEmailConfirmed) {
    // The creator of this account never proved that the mailbox is theirs, and must not keep access to it.
    if (!isNew) await revokeCredentials(trx, userId)
    await markEmailConfirmed(trx, userId)
  }
  await insertIdentity(trx, { ...identity, userId, email })
  return userId
}

/** Removes every credential of the account's creator, and everything that would lock its person out. */
async function revokeCredentials(trx: Trx, userId: string): Promise<void> {
  await updateUser(trx, userId, { password_hash: null })
  await setPendingEmail(trx, userId, null)
  for (const purpose of ['log-in', 'reset-password', 'confirm-email'] as const)
    await deleteOneUseTokens(trx, userId, purpose)
  await deleteTwoFactor(trx, userId)
  await deleteKeysOf(trx, { userId })
  await deleteSessionsOf(trx, userId)
}
