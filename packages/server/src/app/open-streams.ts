/** Joins the stream sockets, which know nothing of people, to the sessions that open them. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { BaseLogger } from 'pino'
import { isUsable, requireUsableCompany, type Member } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { createStreamSockets, type AnyStream, type StreamSockets } from '../platform/sockets/index.ts'
import { consumeOneUseToken, listActors } from '../user/index.ts'

type Parts = {
  readonly db: Db
  readonly log: Pick<BaseLogger, 'info' | 'error'>
  readonly streams: readonly AnyStream<Member>[]
}

export function openStreams({ db, log, streams }: Parts): StreamSockets {
  return createStreamSockets<Member>({
    streams,
    log,
    async enter(ticket) {
      const sessionId = (await consumeOneUseToken(db, 'ticket', ticket))?.sessionId ?? null
      const actor = sessionId === null ? undefined : (await listActors(db, [sessionId])).get(sessionId)
      if (actor === undefined) throw new AppError('not_signed_in')
      requireUsableCompany(actor)
      return actor
    },
    async refresh(open) {
      const actors = await listActors(db, [...new Set(open.map(({ actor }) => actor.sessionId))])
      const present = new Map<string, Member>()
      for (const { id, actor } of open) {
        const now = actors.get(actor.sessionId)
        // A session that was switched to another company has nothing open in this one.
        if (now !== undefined && now.company?.id === actor.company.id && isUsable(now)) present.set(id, now)
      }
      return present
    },
  })
}
