import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { signUpForm } from '@knowreel/shared/user/user.calls.ts'
import type * as z from 'zod'
import { createCompany } from '../company/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { OpenedSession } from './log-in.ts'
import { hashPassword } from './password.ts'
import { startSession } from './start-session.ts'
import { insertUser } from './user.queries.ts'

type SignUp = z.output<typeof signUpForm> & { userAgent: string | null }

/** Account, company and session are made together or not at all. */
export async function signUp(db: Db, form: SignUp): Promise<OpenedSession> {
  const passwordHash = await hashPassword(form.password)
  return db.transaction().execute(async (trx) => {
    const userId = newId()
    const isNew = await insertUser(trx, { ...form, id: userId, passwordHash })
    if (!isNew)
      throw new AppError('email_taken', {
        fields: [{ field: 'email', message: 'An account with this email already exists' }],
      })
    const companyId =
      form.companyTitle === undefined ? null : await createCompany(trx, { title: form.companyTitle, ownerId: userId })
    const token = await startSession(trx, { userId, companyId, userAgent: form.userAgent })
    return { token, userId, companyId }
  })
}
