import { isIP } from 'node:net'
import { insertAuditEntry } from '../../audit/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { hashSessionToken, newSessionToken } from './session-token.ts'
import { insertSession, saveLastCompany } from './session.queries.ts'

/** The origin of a request, as shown in the list of signed-in devices. */
export type Requester = { userAgent: string | null; address?: string | null }

type NewSession = Requester & {
  userId: string
  companyId: string | null
  /** Given for a session that continues one on another host. */
  signedInAt?: Date | null
  kind?: 'web' | 'extension'
}

/** Opens a session and returns its token, which the server never shows again. */
export async function startSession(db: Db, session: NewSession): Promise<string> {
  const { userId, companyId, address, userAgent } = session
  const token = newSessionToken()
  const known = address && isIP(address) !== 0 ? address : null
  const signedInAt = session.signedInAt ?? null
  await insertSession(db, {
    ...session,
    address: known,
    signedInAt: signedInAt ?? new Date(),
    tokenHash: hashSessionToken(token),
  })
  if (companyId !== null) await saveLastCompany(db, userId, companyId)
  if (signedInAt === null)
    await insertAuditEntry(db, { action: 'signed_in', companyId, userId, address: known, userAgent })
  return token
}
