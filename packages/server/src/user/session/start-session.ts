import { isIP } from 'node:net'
import type { Db } from '../../platform/database/db.ts'
import { hashSessionToken, newSessionToken } from './session-token.ts'
import { insertSession, saveLastCompany } from './session.queries.ts'

/** The origin of a request, as shown in the list of signed-in devices. */
export type Requester = { userAgent: string | null; address?: string | null }

/** Opens a session and returns its token, which the server never shows again. */
export async function startSession(
  db: Db,
  session: Requester & {
    userId: string
    companyId: string | null
    /** Now, unless given. */ signedInAt?: Date | null
    kind?: 'web' | 'extension'
  },
): Promise<string> {
  const token = newSessionToken()
  const { address } = session
  const known = address && isIP(address) !== 0 ? address : null
  await insertSession(db, {
    ...session,
    address: known,
    signedInAt: session.signedInAt ?? new Date(),
    tokenHash: hashSessionToken(token),
  })
  if (session.companyId !== null) await saveLastCompany(db, session.userId, session.companyId)
  return token
}
