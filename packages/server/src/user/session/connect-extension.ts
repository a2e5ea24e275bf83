/**
 * The recorder extension gets a session of its own: a page requests a ticket, the extension exchanges it. Tickets of
 * sockets are of another purpose, because they appear in addresses.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { consumeOneUseToken, issueOneUseToken } from '../sign-in/one-use-token.ts'
import { findSessionOf, listActors } from './session.queries.ts'
import { startSession, type Requester } from './start-session.ts'

const ticketLifetimeMs = 60_000

export const issueExtensionTicket = (db: Db, { userId, sessionId, company }: Member): Promise<string> =>
  issueOneUseToken(db, {
    purpose: 'extension',
    userId,
    sessionId,
    payload: { companyId: company.id },
    lifetimeMs: ticketLifetimeMs,
  })

/** Throws `link_used` if the ticket was used, or if the session that requested it has ended or changed its company. */
export async function connectExtension(db: Db, ticket: string, requester: Requester): Promise<string> {
  return runTransaction(db, async (trx) => {
    const used = await consumeOneUseToken(trx, 'extension', ticket)
    const asking = used?.sessionId ? (await listActors(trx, [used.sessionId])).get(used.sessionId) : undefined
    const companyId = asking?.company?.id
    if (asking === undefined || companyId === undefined || companyId !== used?.payload['companyId'])
      throw new AppError('link_used')
    // As old as the sign-in of the page: connecting proves no password.
    const signedInAt = (await findSessionOf(trx, asking.userId, asking.sessionId))?.createdAt ?? null
    return startSession(trx, { ...requester, userId: asking.userId, companyId, kind: 'extension', signedInAt })
  })
}
