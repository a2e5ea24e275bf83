/** Joins the stream sockets, which know nothing of people, to the sessions that open them. */
import type { BaseLogger } from 'pino'
import type { Member } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { createStreamSockets, type AnyStream, type StreamSockets } from '../platform/sockets/index.ts'
import { sessionHolders } from './session-holders.ts'

type Parts = {
  readonly db: Db
  readonly log: Pick<BaseLogger, 'info' | 'error'>
  readonly streams: readonly AnyStream<Member>[]
}

export const openStreams = ({ db, log, streams }: Parts): StreamSockets =>
  createStreamSockets<Member>({ streams, log, ...sessionHolders(db) })
