import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { profileForm } from '@knowreel/shared/user/user.calls.ts'
import type * as z from 'zod'
import type { Actor } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { hashPassword, isPasswordOf } from './password.ts'
import { deleteOtherSessions } from './session.queries.ts'
import { getPasswordHash, updateUser } from './user.queries.ts'

/** A new password needs the present one and ends every other session of the person. */
export async function updateProfile(db: Db, actor: Actor, form: z.output<typeof profileForm>): Promise<void> {
  const newHash = form.passwordNew
    ? await changedPassword(db, actor, form.passwordOld ?? '', form.passwordNew)
    : undefined
  await db.transaction().execute(async (trx) => {
    await updateUser(trx, actor.userId, {
      first_name: form.firstName,
      last_name: form.lastName,
      job_title: form.jobTitle === '' ? null : form.jobTitle,
      birth_day: form.birthDay,
      password_hash: newHash,
    })
    if (newHash !== undefined) await deleteOtherSessions(trx, actor.userId, actor.sessionId)
  })
}

async function changedPassword(db: Db, actor: Actor, present: string, next: string): Promise<string> {
  const isRight = await isPasswordOf(await getPasswordHash(db, actor.userId), present)
  if (!isRight) {
    throw new AppError('wrong_password', {
      fields: [{ field: 'passwordOld', message: 'The current password is not right' }],
    })
  }
  return hashPassword(next)
}
