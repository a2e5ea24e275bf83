/**
 * All sockets of one kind that this process serves: their upgrade, pings, access checks and end. One socket is
 * described in session-socket.ts.
 *
 * Access is checked again every few seconds for all sockets together, in one statement per kind of check. Sockets that
 * lost access are closed within 5 s. A failing check closes nothing: otherwise every hiccup of the database would
 * disconnect everyone.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { TICKET_PARAMETER } from '@knowreel/shared/socket/session-socket.ts'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { BaseLogger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import {
  type Admission,
  SessionSocket,
  type SocketFormat,
  type SocketHandler,
  type SocketLimits,
} from './session-socket.ts'

/** Sockets that a ticket opens, and who holds them. */
export type SocketTickets<Holder> = {
  /** Consumes the ticket and returns its holder; throws an AppError for an invalid one. */
  readonly enter: (ticket: string) => Promise<Holder>
  /**
   * For all ready sockets, in one statement: those whose session is still valid, with the current state of their
   * holder.
   */
  readonly refresh: (open: readonly { readonly id: string; readonly actor: Holder }[]) => Promise<Map<string, Holder>>
}

export type SocketAddress = { readonly path: string; readonly query: URLSearchParams }

/** How often access is checked and pings are sent, and how long a socket may be silent, in ms. */
export type SocketTimes = { readonly recheckMs?: number; readonly pingMs?: number; readonly silenceMs?: number }

export type SessionSocketsOptions<Holder, Message, Handler extends SocketHandler<Message>> = SocketTimes & {
  /** For the log. */
  readonly name: string
  readonly log: Pick<BaseLogger, 'error'>
  /** Called with a path without trailing slashes. */
  readonly isServed: (path: string) => boolean
  readonly format: SocketFormat<Message>
  readonly limits: SocketLimits
  readonly authentication: SocketTickets<Holder> | { readonly tokenDeadlineMs: number }
  /** Throws an AppError for a connection that is refused before its ticket is used. */
  readonly connect: (socket: SessionSocket<Holder, Message>, address: SocketAddress) => Handler
  /** Closes what lost its access, beyond the sockets whose session has ended. */
  readonly recheck: (ready: readonly Handler[]) => Promise<void>
}

export type SessionSockets<Handler> = {
  /** The handlers of all sockets that are ready. */
  readonly ready: () => Handler[]
  /** How many are ready. */
  readonly count: () => number
  /** False when the request is for another path; then the connection is untouched. */
  readonly handleUpgrade: (request: IncomingMessage, connection: Duplex, head: Buffer) => boolean
  /** For a connection whose handshake is done. */
  readonly accept: (ws: WebSocket, connection: Pick<Duplex, 'cork' | 'uncork'>, address: SocketAddress) => void
  /** Checks access now; a check that began before the call does not count. */
  readonly recheckNow: () => Promise<void>
  /** Closes all sockets and accepts no more. */
  readonly close: () => Promise<void>
}

export function openSessionSockets<Holder, Message, Handler extends SocketHandler<Message>>(
  options: SessionSocketsOptions<Holder, Message, Handler>,
): SessionSockets<Handler> {
  const { name, log, format, limits, authentication, recheckMs = 3000, pingMs = 25_000, silenceMs = 60_000 } = options
  const server = new WebSocketServer({ noServer: true, maxPayload: limits.maxMessageBytes, perMessageDeflate: false })
  const sockets = new Map<SessionSocket<Holder, Message>, Handler | null>()
  let isClosing = false
  let lastId = 0

  function accept(ws: WebSocket, stream: Pick<Duplex, 'cork' | 'uncork'>, address: SocketAddress): void {
    lastId += 1
    const ticket = address.query.get(TICKET_PARAMETER) ?? ''
    const admission: Admission<Holder> =
      'enter' in authentication ? { enter: () => authentication.enter(ticket) } : authentication
    let handler: Handler | null = null
    const socket = new SessionSocket<Holder, Message>({
      id: String(lastId),
      ws,
      stream,
      format,
      limits,
      admission,
      log,
      connect: (connecting) => {
        if (sockets.size >= limits.maxSockets) throw new AppError('too_many_requests')
        handler = options.connect(connecting, address)
        return handler
      },
    })
    sockets.set(socket, handler)
    ws.once('close', () => sockets.delete(socket))
  }

  const ready = () =>
    [...sockets].flatMap(([socket, handler]) =>
      socket.state === 'ready' && handler !== null ? [{ socket, handler }] : [],
    )

  async function recheck(): Promise<void> {
    const asked = ready()
    if (asked.length === 0) return
    if ('refresh' in authentication) {
      const open = asked.flatMap(({ socket: { id, holder } }) => (holder === null ? [] : [{ id, actor: holder }]))
      const present = await authentication.refresh(open)
      for (const { socket } of asked) {
        const holder = present.get(socket.id)
        if (holder === undefined) socket.refuse(new AppError('not_signed_in'))
        else socket.admit(holder)
      }
    }
    await options.recheck(asked.flatMap(({ socket, handler }) => (socket.state === 'ready' ? [handler] : [])))
  }

  let running: Promise<void> | null = null
  function recheckOnce(): Promise<void> {
    running ??= recheck()
      .catch((error: unknown) => log.error({ err: error }, `access to ${name} could not be checked again`))
      .finally(() => (running = null))
    return running
  }

  const each = (work: (socket: SessionSocket<Holder, Message>) => void) => () => {
    for (const socket of sockets.keys()) work(socket)
  }
  const timers = [
    setInterval(() => void recheckOnce(), recheckMs),
    setInterval(
      each((socket) => socket.ping()),
      pingMs,
    ),
    setInterval(
      each((socket) => socket.closeIfSilent(silenceMs)),
      Math.min(5000, silenceMs / 4),
    ),
  ]
  for (const timer of timers) timer.unref()

  return {
    ready: () => ready().map(({ handler }) => handler),
    count: () => ready().length,
    handleUpgrade(request, connection, head) {
      const [fullPath = '', search] = (request.url ?? '').split('?')
      const path = fullPath.replace(/\/+$/, '')
      if (!options.isServed(path)) return false
      if (isClosing) {
        connection.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
        return true
      }
      const address = { path, query: new URLSearchParams(search) }
      server.handleUpgrade(request, connection, head, (ws) => accept(ws, connection, address))
      return true
    },
    accept,
    recheckNow: () => (running ? running.then(recheckOnce) : recheckOnce()),
    async close() {
      isClosing = true
      for (const timer of timers) clearInterval(timer)
      await Promise.all([...sockets.keys()].map((socket) => socket.stop()))
      server.close()
      await running
    },
  }
}
