/** Finds the holder of a socket ticket, and whether their session is still valid. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { hasUsableCompany, requireUsableCompany, type Member } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { SocketTickets } from '../platform/sockets/index.ts'
import { consumeOneUseToken, listActors } from '../user/index.ts'

export const createSocketTickets = (db: Db): SocketTickets<Member> => ({
  async enter(ticket) {
    const sessionId = (await consumeOneUseToken(db, 'ticket', ticket))?.sessionId ?? null
    const actor = sessionId === null ? undefined : (await listActors(db, [sessionId])).get(sessionId)
    if (actor === undefined) throw new AppError('not_signed_in')
    // The owner of an unpaid company may still make PDFs; every stream decides for itself.
    requireUsableCompany(actor, 'owner')
    return actor
  },
  async refresh(open) {
    const actors = await listActors(db, [...new Set(open.map(({ actor }) => actor.sessionId))])
    const present = new Map<string, Member>()
    for (const { id, actor } of open) {
      const now = actors.get(actor.sessionId)
      // A session that was switched to another company has nothing open in this one.
      if (now !== undefined && now.company?.id === actor.company.id && hasUsableCompany(now, 'owner'))
        present.set(id, now)
    }
    return present
  },
})
