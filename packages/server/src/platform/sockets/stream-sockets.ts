/**
 * The sockets under `/socket/{stream}`. A ticket is taken before anything is heard: until then messages wait, a few of
 * them. Who holds a socket is asked again every few seconds, for all sockets together; a session that has ended or lost
 * what the stream needs is closed within 5 s. What is said is in shared/src/stream/stream.protocol.ts.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { STREAM_PATH, streamCloseCodes, TICKET_PARAMETER } from '@knowreel/shared/stream/stream.protocol.ts'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { BaseLogger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import { closeSocket } from './close-socket.ts'
import { createGenerations } from './generations.ts'
import { StreamSocket } from './stream-socket.ts'
import type { AnyStream } from './stream.ts'

export type StreamSocketOptions<Actor> = {
  readonly streams: readonly AnyStream<Actor>[]
  readonly log: Pick<BaseLogger, 'info' | 'error'>
  /** Uses the ticket up and tells who holds it; throws an AppError for one that is good for nothing. */
  readonly enter: (ticket: string) => Promise<Actor>
  /** Of all open sockets, in one statement: those whose session is still good, as it is now. */
  readonly refresh: (open: readonly { readonly id: string; readonly actor: Actor }[]) => Promise<Map<string, Actor>>
  readonly recheckMs?: number
  readonly pingMs?: number
  readonly silenceMs?: number
}

export type StreamSockets = {
  /** False when the request is for another path; then the socket is untouched. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Asks now who may stay, for instance after a right was taken away. */
  recheckNow(): Promise<void>
  close(): Promise<void>
}

/** A prompt with the text it is about fits. */
const maxMessageBytes = 512_000
const mostSockets = 2000

export function createStreamSockets<Actor>(options: StreamSocketOptions<Actor>): StreamSockets {
  const { log, enter, recheckMs = 3000, pingMs = 25_000, silenceMs = 60_000 } = options
  const streams = new Map(options.streams.map((stream) => [stream.name, stream]))
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false })
  const generations = createGenerations()
  const sockets = new Set<StreamSocket<Actor>>()
  let isClosing = false
  let lastId = 0

  function accept(ws: WebSocket, name: string, ticket: string): void {
    const stream = streams.get(name)
    lastId += 1
    const socket = new StreamSocket<Actor>({
      id: String(lastId),
      ws,
      stream: stream ?? null,
      generations,
      log,
      enter: () => {
        if (stream === undefined) throw new AppError('not_found')
        if (sockets.size > mostSockets) throw new AppError('too_many_requests')
        return enter(ticket)
      },
    })
    sockets.add(socket)
    ws.once('close', () => sockets.delete(socket))
  }

  const pings = setInterval(() => {
    for (const socket of sockets) socket.ping()
  }, pingMs)
  const silence = setInterval(
    () => {
      for (const socket of sockets) socket.closeIfSilent(silenceMs)
    },
    Math.min(5000, silenceMs / 4),
  )

  async function recheck(): Promise<void> {
    const entered = [...sockets].flatMap((socket) =>
      socket.actor === null ? [] : [{ id: socket.id, actor: socket.actor, socket }],
    )
    if (entered.length === 0) return
    const present = await options.refresh(entered)
    const staying = entered.filter(({ id, socket }) => {
      const actor = present.get(id)
      if (actor === undefined) socket.refuse(new AppError('not_signed_in'))
      else socket.actor = actor
      return actor !== undefined
    })
    for (const stream of streams.values()) {
      const open = staying.flatMap(({ id, socket }) =>
        socket.stream === stream && socket.actor !== null && socket.begun !== null
          ? [{ id, actor: socket.actor, data: socket.begun.data, socket }]
          : [],
      )
      if (open.length === 0) continue
      const allowed = await stream.recheck(open)
      for (const { id, socket } of open) if (!allowed.has(id)) socket.refuse(new AppError('forbidden'))
    }
  }

  let running: Promise<void> | null = null
  function recheckOnce(): Promise<void> {
    running ??= recheck()
      // Without an answer nobody is put out: it would be everyone at each hiccup of the database.
      .catch((error: unknown) => log.error({ err: error }, 'access to streams could not be checked again'))
      .finally(() => (running = null))
    return running
  }
  const checks = setInterval(() => void recheckOnce(), recheckMs)
  for (const timer of [pings, silence, checks]) timer.unref()

  return {
    handleUpgrade(request, socket, head) {
      const [path = '', query] = (request.url ?? '').split('?')
      if (!path.startsWith(STREAM_PATH)) return false
      if (isClosing) {
        socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
        return true
      }
      const name = path.slice(STREAM_PATH.length).replace(/\/+$/, '')
      const ticket = new URLSearchParams(query).get(TICKET_PARAMETER) ?? ''
      // The handshake first: only an open socket can be told why it is closed.
      server.handleUpgrade(request, socket, head, (ws) => accept(ws, name, ticket))
      return true
    },
    // A check that began before the call does not count.
    recheckNow: () => (running ? running.then(recheckOnce) : recheckOnce()),
    async close() {
      isClosing = true
      for (const timer of [pings, silence, checks]) clearInterval(timer)
      generations.stop()
      await Promise.all(
        [...server.clients].map((ws) => closeSocket(ws, streamCloseCodes.restart, 'The server restarts')),
      )
      server.close()
    },
  }
}
