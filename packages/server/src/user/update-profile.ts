/**
 * The personal profile. A new password or another address needs the present password; a new password ends every other
 * session and every link that was mailed; another address waits until the link mailed to it is opened.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { profileForm } from '@knowreel/shared/user/user.calls.ts'
import type * as z from 'zod'
import type { Actor } from '../access/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { removeFile, type FileStorage } from '../platform/files/index.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import type { AttemptLimit } from './attempt-limit.ts'
import { changeEmail } from './change-email.ts'
import { lockEmail, type KnownEmail } from './email.queries.ts'
import { deleteOneUseTokens } from './one-use-token.queries.ts'
import { hashPassword, isPasswordOf } from './password.ts'
import { keepPhoto } from './keep-photo.ts'
import { deleteOtherSessions } from './session.queries.ts'
import { findPhoto, getPasswordHash, updateUser } from './user.queries.ts'

type Form = z.output<typeof profileForm>

export type ProfileParts = {
  readonly db: Db
  readonly files: FileStorage
  readonly enqueue: Enqueue
  /** Mails that ask for a confirmation, by person. */
  readonly confirmations: AttemptLimit
  /** Guesses at the present password, by person: whoever finds a computer unlocked must not learn it. */
  readonly wrongPasswords: AttemptLimit
}

export async function updateProfile(parts: ProfileParts, actor: Actor, form: Form): Promise<void> {
  const { db, files } = parts
  const provenHash = form.passwordOld ? await provePassword(parts, actor.userId, form.passwordOld) : null
  const passwordHash = form.passwordNew ? await hashPassword(form.passwordNew) : undefined
  const photo = await keepPhoto(files, form)
  await runTransaction(db, async (trx) => {
    const known = await lockEmail(trx, actor.userId)
    if (known === null) throw new AppError('not_signed_in')
    if (passwordHash !== undefined || wantsOtherEmail(form, known)) requireProof(known, form, provenHash)
    await replacePhoto(trx, parts, actor.userId, photo)
    await updateUser(trx, actor.userId, {
      first_name: form.firstName,
      last_name: form.lastName,
      job_title: form.jobTitle === '' ? null : form.jobTitle,
      birth_day: form.birthDay,
      password_hash: passwordHash,
    })
    if (form.email !== undefined) await changeEmail(trx, parts, { userId: actor.userId, known, email: form.email })
    if (passwordHash !== undefined) await endOtherWaysIn(trx, actor)
  }).catch(async (error: unknown) => {
    if (typeof photo === 'string') await files.remove(photo)
    throw error
  })
}

/** One that is already waited for was proved when it was asked for. */
const wantsOtherEmail = ({ email }: Form, known: KnownEmail): boolean =>
  email !== undefined &&
  ![known.email, known.pendingEmail].some((other) => other?.toLowerCase() === email.toLowerCase())

/** Gives the hash that the password was right for; it is compared again under the lock. */
async function provePassword(
  { db, wrongPasswords }: ProfileParts,
  userId: string,
  password: string,
): Promise<string | null> {
  wrongPasswords.require(userId)
  const hash = await getPasswordHash(db, userId)
  if (await isPasswordOf(hash, password)) {
    wrongPasswords.succeed(userId)
    return hash
  }
  wrongPasswords.fail(userId)
  return null
}

function requireProof({ passwordHash }: KnownEmail, { passwordOld }: Form, provenHash: string | null): void {
  if (passwordHash !== null && passwordHash === provenHash) return
  throw new AppError('wrong_password', {
    fields: [{ field: 'passwordOld', message: wordsOf(passwordHash !== null, Boolean(passwordOld)) }],
  })
}

function wordsOf(hasPassword: boolean, isGiven: boolean): string {
  if (!hasPassword) return 'You have no password yet. Ask for a link to set one first'
  return isGiven ? 'The current password is not right' : 'Please enter your current password'
}

async function replacePhoto(
  trx: Trx,
  { enqueue }: ProfileParts,
  userId: string,
  photo: string | null | undefined,
): Promise<void> {
  if (photo === undefined) return
  const former = await findPhoto(trx, userId)
  await updateUser(trx, userId, { profile_image: photo })
  if (former !== null) await enqueue(trx, removeFile, { key: former })
}

async function endOtherWaysIn(trx: Trx, { userId, sessionId }: Actor): Promise<void> {
  await deleteOtherSessions(trx, userId, sessionId)
  await deleteOneUseTokens(trx, userId, 'reset-password')
  await deleteOneUseTokens(trx, userId, 'log-in')
}
