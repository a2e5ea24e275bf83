import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { logInForm } from '@knowreel/shared/user/session.calls.ts'
import type * as z from 'zod'
import type { Db } from '../platform/database/db.ts'
import { isPasswordOf } from './password.ts'
import { startSession } from './start-session.ts'
import { findCredentials, findHomeCompany, markLoggedIn } from './user.queries.ts'

type LogIn = z.output<typeof logInForm> & { userAgent: string | null }

export type OpenedSession = { token: string; userId: string; companyId: string | null }

/** One text and the same time whether the address is unknown or the password wrong. */
export async function logIn(db: Db, { email, password, userAgent }: LogIn): Promise<OpenedSession> {
  const credentials = await findCredentials(db, email)
  const isRight = await isPasswordOf(credentials?.passwordHash, password)
  if (credentials === null || !isRight) throw new AppError('wrong_credentials')
  const { userId } = credentials
  return db.transaction().execute(async (trx) => {
    const companyId = await findHomeCompany(trx, userId)
    await markLoggedIn(trx, userId)
    const token = await startSession(trx, { userId, companyId, userAgent })
    return { token, userId, companyId }
  })
}
