/**
 * An operator logs in as somebody: a one-use token that works for a minute opens a session of an hour with that
 * person's rights in one company. It proves neither the person's password nor their second factor, so it can change
 * neither (`refusesOperators` of a call), cannot export or give anyone lasting access (0298), and is in the audit log of
 * the company. A trigger on `sessions` writes there when it ended.
 */
import { insertAuditEntry } from '../../audit/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { issueOneUseToken } from '../sign-in/one-use-token.ts'
import type { OneUseToken } from '../sign-in/one-use-token.queries.ts'
import { hashSessionToken, newSessionToken } from './session-token.ts'
import { insertSession } from './session.queries.ts'
import type { Requester } from './start-session.ts'

const tokenLifetimeMs = 60_000
const sessionLifetimeMs = 3_600_000

type Login = { readonly operatorId: string; readonly userId: string; readonly companyId: string }

export const issueOperatorToken = (db: Db, { operatorId, userId, companyId }: Login): Promise<string> =>
  issueOneUseToken(db, {
    purpose: 'log-in',
    userId,
    payload: { operatorId, companyId },
    lifetimeMs: tokenLifetimeMs,
  })

/** Null for a token that is not an operator's. */
export function readOperatorLogin({ payload, userId }: Pick<OneUseToken, 'payload' | 'userId'>): Login | null {
  const { operatorId, companyId } = payload
  if (typeof operatorId !== 'string' || typeof companyId !== 'string' || userId === null) return null
  return { operatorId, companyId, userId }
}

export async function startOperatorSession(trx: Trx, login: Login, requester: Requester): Promise<string> {
  const { operatorId, userId, companyId } = login
  const token = newSessionToken()
  const now = new Date()
  const endsAt = new Date(now.getTime() + sessionLifetimeMs)
  const address = requester.address ?? null
  await insertSession(trx, {
    tokenHash: hashSessionToken(token),
    userId,
    companyId,
    userAgent: requester.userAgent,
    address: null,
    signedInAt: now,
    operator: { id: operatorId, endsAt },
  })
  const subject = { kind: 'user', id: userId, title: '' } as const
  await insertAuditEntry(trx, {
    action: 'logged_in_as',
    companyId,
    userId: operatorId,
    subject: { ...subject, title: await ownerName(trx, userId) },
    details: { until: endsAt.toISOString() },
    address,
    userAgent: requester.userAgent,
  })
  return token
}

async function ownerName(trx: Trx, userId: string): Promise<string> {
  const row = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['first_name', 'last_name'])
    .executeTakeFirstOrThrow()
  return `${row.first_name} ${row.last_name}`.trim()
}
