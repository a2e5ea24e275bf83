/**
 * The personal profile. A new password or email address requires the current password; a new password ends every other
 * session and every emailed link; a new address is pending until the link sent to it is opened.
 */
import { deleteKeysOf } from './api-key/api-key.queries.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { profileForm } from '@knowreel/shared/user/user.calls.ts'
import type * as z from 'zod'
import type { Actor } from '../access/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { removeFile, type FileStorage, newFileKey, readPicture, type FileKey } from '../platform/files/index.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import type { AttemptLimit } from '../platform/http/attempt-limit.ts'
import { changeEmail } from './email/change-email.ts'
import { lockEmail, type EmailState } from './email/email.queries.ts'
import { closeFirstSteps } from './first-steps.queries.ts'
import { deleteOneUseTokens } from './sign-in/one-use-token.queries.ts'
import { hashPassword, verifyPassword } from './sign-in/password.ts'
import { deleteOtherSessions } from './session/session.queries.ts'
import { findPhoto, getPasswordHash, updateUser } from './user.queries.ts'
import { photoLimits } from '@knowreel/shared/user/user.rules.ts'
import sharp from 'sharp'

type Form = z.output<typeof profileForm>

export type ProfileDependencies = {
  readonly db: Db
  readonly files: FileStorage
  readonly enqueue: Enqueue
  /** Confirmation emails, by person. */
  readonly confirmations: AttemptLimit
  /** Guesses at the current password, by person, so that someone at an unlocked computer cannot find it out. */
  readonly wrongPasswords: AttemptLimit
}

export async function updateProfile(dependencies: ProfileDependencies, actor: Actor, form: Form): Promise<void> {
  const { db, files } = dependencies
  const provenHash = form.passwordOld ? await verifyCurrentPassword(dependencies, actor.userId, form.passwordOld) : null
  const passwordHash = form.passwordNew ? await hashPassword(form.passwordNew) : undefined
  const photo = await storePhoto(files, form)
  await runTransaction(db, async (trx) => {
    const known = await lockEmail(trx, actor.userId)
    if (known === null) throw new AppError('not_signed_in')
    if (form.passwordOld || passwordHash !== undefined || changesEmail(form, known))
      requireCurrentPassword(known, form, provenHash)
    await replacePhoto(trx, dependencies, actor.userId, photo)
    await updateUser(trx, actor.userId, {
      first_name: form.firstName,
      last_name: form.lastName,
      job_title: form.jobTitle === '' ? null : form.jobTitle,
      birth_day: form.birthDay,
      paragraphs_auto_generation: form.paragraphsAutoGeneration,
      password_hash: passwordHash,
    })
    if (form.hasFirstSteps === false && actor.company) await closeFirstSteps(trx, actor.userId, actor.company.id)
    if (form.email !== undefined)
      await changeEmail(trx, dependencies, { userId: actor.userId, current: known, email: form.email })
    if (passwordHash !== undefined) await revokeOtherSignIns(trx, actor)
  }).catch(async (error: unknown) => {
    if (typeof photo === 'string') await files.remove(photo)
    throw error
  })
}

/** An address that is already pending was authorised when it was requested. */
const changesEmail = ({ email }: Form, known: EmailState): boolean =>
  email !== undefined &&
  ![known.email, known.pendingEmail].some((other) => other?.toLowerCase() === email.toLowerCase())

/** Returns the hash that the password matched; it is compared again under the lock. */
async function verifyCurrentPassword(
  { db, wrongPasswords }: ProfileDependencies,
  userId: string,
  password: string,
): Promise<string | null> {
  wrongPasswords.require(userId)
  const hash = await getPasswordHash(db, userId)
  if (await verifyPassword(hash, password)) {
    wrongPasswords.succeed(userId)
    return hash
  }
  wrongPasswords.fail(userId)
  return null
}

function requireCurrentPassword({ passwordHash }: EmailState, { passwordOld }: Form, provenHash: string | null): void {
  if (passwordHash !== null && passwordHash === provenHash) return
  throw new AppError('wrong_password', {
    fields: [{ field: 'passwordOld', message: passwordMessage(passwordHash !== null, Boolean(passwordOld)) }],
  })
}

function passwordMessage(hasPassword: boolean, isGiven: boolean): string {
  if (!hasPassword) return 'You have no password yet. Ask for a link to set one first'
  return isGiven ? 'Wrong current password' : 'Please enter your current password'
}

async function replacePhoto(
  trx: Trx,
  { enqueue }: ProfileDependencies,
  userId: string,
  photo: string | null | undefined,
): Promise<void> {
  if (photo === undefined) return
  const former = await findPhoto(trx, userId)
  await updateUser(trx, userId, { profile_image: photo })
  if (former !== null) await enqueue(trx, removeFile, { key: former })
}

async function revokeOtherSignIns(trx: Trx, { userId, sessionId }: Actor): Promise<void> {
  await deleteOtherSessions(trx, userId, sessionId)
  await deleteKeysOf(trx, { userId })
  await deleteOneUseTokens(trx, userId, 'reset-password')
  await deleteOneUseTokens(trx, userId, 'log-in')
}

const photoField = 'userProfileImage'
/** In pixels. A larger photo would cost every reader too much memory. */
const maxEdge = 10_000

/** The key of the new photo; null removes the current one, undefined keeps it. */
async function storePhoto(files: FileStorage, form: Form): Promise<FileKey | null | undefined> {
  if (!form.userProfileImage) return form.isUserProfileImageDeleted ? null : undefined
  const { maximumBytes, tooLarge, wrongFormat } = photoLimits
  const picture = readPicture(form.userProfileImage, { field: photoField, maximumBytes, tooLarge })
  if (!(await isUsablePhoto(picture.bytes)))
    throw new AppError('image_format', { fields: [{ field: photoField, message: wrongFormat }] })
  const key = newFileKey('photos', picture.contentType)
  await files.put(key, picture.bytes)
  return key
}

/** Reads only the image header. */
async function isUsablePhoto(bytes: Buffer): Promise<boolean> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    return Math.max(width, height) <= maxEdge
  } catch {
    return false
  }
}
