import type { Db } from '../platform/database/db.ts'
import { hashSessionToken, newSessionToken } from './session-token.ts'
import { insertSession } from './session.queries.ts'

/** Opens a session and gives its token, which is never seen again on the server. */
export async function startSession(
  db: Db,
  session: { userId: string; companyId: string | null; userAgent: string | null },
): Promise<string> {
  const token = newSessionToken()
  await insertSession(db, { ...session, tokenHash: hashSessionToken(token) })
  return token
}
