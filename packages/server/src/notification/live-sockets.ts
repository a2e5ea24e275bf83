/**
 * The live sockets of all pages that this process serves, and the line on which it hears of what happened in any process.
 * Who holds a socket, and whether they still see what they watch, is asked again every few seconds for all together: a
 * session that has ended is closed, an article that is out of reach is not watched any more, both within 5 s.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { LIVE_PATH, liveSubjects, type LiveSubject } from '@knowreel/shared/notification/live.protocol.ts'
import { streamCloseCodes, TICKET_PARAMETER } from '@knowreel/shared/stream/stream-address.ts'
import { isShortId, isUuid } from '@knowreel/shared/identity/ids.ts'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { BaseLogger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Member } from '../access/index.ts'
import type { DatabaseConnection } from '../platform/database/database.ts'
import type { Db } from '../platform/database/db.ts'
import { listenLive, type LiveEvent } from '../platform/database/live-events.ts'
import { closeSocket } from '../platform/sockets/index.ts'
import { memberFacts } from '../workspace/index.ts'
import { notificationKey } from './live-keys.ts'
import { LiveSocket } from './live-socket.ts'
import { listSeenWatches, type Watch } from './subject.queries.ts'

export type LiveSocketOptions = {
  readonly db: Db
  readonly connection: DatabaseConnection | { readonly url: string }
  readonly log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
  /** Uses the ticket up and tells who holds it; throws an AppError for one that is good for nothing. */
  readonly enter: (ticket: string) => Promise<Member>
  /** Of all open sockets, in one statement: those whose session is still good, as it is now. */
  readonly refresh: (open: readonly { readonly id: string; readonly actor: Member }[]) => Promise<Map<string, Member>>
  readonly recheckMs?: number
  readonly pingMs?: number
  readonly silenceMs?: number
}

export type LiveSockets = {
  /** False when the request is for another path; then the socket is untouched. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  close(): Promise<void>
}

const maxMessageBytes = 1000
const mostSockets = 10_000

export async function openLiveSockets(options: LiveSocketOptions): Promise<LiveSockets> {
  const { db, log, enter, recheckMs = 3000, pingMs = 25_000, silenceMs = 60_000 } = options
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false })
  const sockets = new Set<LiveSocket>()
  let isClosing = false
  let lastId = 0

  const line = await listenLive({
    connection: options.connection,
    log,
    onEvent: ({ type, keys }) => (type === 'notification' ? tellPeople(keys) : tellWatchers(type, keys)),
    onGap: () => {
      for (const socket of sockets) socket.tellAll(liveSubjects)
    },
  })

  function tellPeople(keys: LiveEvent['keys']): void {
    const told = new Set(keys)
    for (const socket of sockets) {
      const { actor } = socket
      if (actor !== null && told.has(notificationKey({ userId: actor.userId, companyId: actor.company.id })))
        socket.tellOfNotification()
    }
  }

  function tellWatchers(type: string, rowIds: LiveEvent['keys']): void {
    if (!isSubject(type)) return
    for (const socket of sockets) for (const rowId of rowIds) socket.tellOfArticle(type, rowId)
  }

  function accept(ws: WebSocket, ticket: string): void {
    lastId += 1
    const socket = new LiveSocket({
      id: String(lastId),
      ws,
      log,
      enter: async () => {
        if (sockets.size > mostSockets) throw new AppError('too_many_requests')
        return enter(ticket)
      },
      findSeen: async (actor, articleId) => {
        const watch = watchOf('', actor, articleId)
        return watch === null ? null : ((await listSeenWatches(db, [watch])).get('') ?? null)
      },
    })
    sockets.add(socket)
    ws.once('close', () => sockets.delete(socket))
  }

  async function recheck(): Promise<void> {
    const entered = [...sockets].flatMap((socket) =>
      socket.actor === null ? [] : [{ id: socket.id, actor: socket.actor, socket }],
    )
    if (entered.length === 0) return
    const present = await options.refresh(entered)
    const watches: { watch: Watch; socket: LiveSocket; articleId: string }[] = []
    for (const { id, socket } of entered) {
      const actor = present.get(id)
      if (actor === undefined) {
        socket.refuse(new AppError('not_signed_in'))
        continue
      }
      socket.actor = actor
      for (const articleId of socket.watched.keys()) {
        const watch = watchOf(String(watches.length), actor, articleId)
        if (watch === null) socket.keepWatch(articleId, null)
        else watches.push({ watch, socket, articleId })
      }
    }
    const seen = await listSeenWatches(
      db,
      watches.map(({ watch }) => watch),
    )
    for (const { watch, socket, articleId } of watches) socket.keepWatch(articleId, seen.get(watch.key) ?? null)
  }

  let running: Promise<void> | null = null
  function recheckOnce(): void {
    running ??= recheck()
      // Without an answer nobody is put out: it would be everyone at each hiccup of the database.
      .catch((error: unknown) => log.error({ err: error }, 'access to live sockets could not be checked again'))
      .finally(() => (running = null))
  }
  const timers = [
    setInterval(recheckOnce, recheckMs),
    setInterval(() => {
      for (const socket of sockets) socket.ping()
    }, pingMs),
    setInterval(
      () => {
        for (const socket of sockets) socket.closeIfSilent(silenceMs)
      },
      Math.min(5000, silenceMs / 4),
    ),
  ]
  for (const timer of timers) timer.unref()

  return {
    handleUpgrade(request, socket, head) {
      const [path = '', query] = (request.url ?? '').split('?')
      if (path.replace(/\/+$/, '') !== LIVE_PATH) return false
      if (isClosing) {
        socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
        return true
      }
      const ticket = new URLSearchParams(query).get(TICKET_PARAMETER) ?? ''
      // The handshake first: only an open socket can be told why it is closed.
      server.handleUpgrade(request, socket, head, (ws) => accept(ws, ticket))
      return true
    },
    async close() {
      isClosing = true
      for (const timer of timers) clearInterval(timer)
      await line.close()
      await Promise.all(
        [...server.clients].map((ws) => closeSocket(ws, streamCloseCodes.restart, 'The server restarts')),
      )
      server.close()
      await running
    },
  }
}

const isSubject = (type: string): type is LiveSubject => (liveSubjects as readonly string[]).includes(type)

function watchOf(key: string, actor: Member, anyId: string): Watch | null {
  const member = memberFacts(actor)
  return member === null || !(isUuid(anyId) || isShortId(anyId)) ? null : { key, member, anyId }
}
