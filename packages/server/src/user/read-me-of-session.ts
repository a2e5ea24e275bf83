import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { SignAddress } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { hashSessionToken } from './session-token.ts'
import { findActor } from './session.queries.ts'
import { readMe, type MeAndCompanies } from './user.queries.ts'

/** What the person is told of themselves whose session was opened just now. */
export async function readMeOfSession(db: Db, token: string, signAddress: SignAddress): Promise<MeAndCompanies> {
  const actor = await findActor(db, hashSessionToken(token))
  if (actor === null) throw new AppError('not_signed_in')
  return readMe(db, actor, signAddress)
}
