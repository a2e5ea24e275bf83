import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Db } from '../../platform/database/db.ts'
import { hashSessionToken } from './session-token.ts'
import { findActor } from './session.queries.ts'
import { readMe, type MeAndCompanies, type MeView } from '../user.queries.ts'

/** The account data of the person whose session was just opened. */
export async function readMeOfSession(db: Db, token: string, view: MeView): Promise<MeAndCompanies> {
  const actor = await findActor(db, hashSessionToken(token))
  if (actor === null) throw new AppError('not_signed_in')
  return readMe(db, actor, view)
}
