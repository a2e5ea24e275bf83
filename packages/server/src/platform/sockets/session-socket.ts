/**
 * One socket of a session: what the live socket, the stream sockets and the collaboration socket have in common. A
 * client connects, is authenticated by a one-use ticket in the URL or by a token in its messages, and sends messages
 * that are handled one after the other. The server pings it and checks its access again every few seconds
 * (session-sockets.ts).
 *
 *     authenticating ──ticket or token accepted──▶ ready
 *           └──────────────┬──────────────────────────┘
 *        a refusal, silence, lost access, a restart, the end of the work
 *                          ▼
 *                       closing ──the peer responds, or is cut off──▶ closed
 *
 * - authenticating: With a ticket, messages wait until the ticket is checked. With a token they are handled, because
 *   one of them carries it; a socket without a valid token is closed after a deadline.
 * - ready: Messages are handled in order. The access check includes the socket.
 * - closing: The close frame is sent. Messages are ignored and nothing more is sent. WebSocket itself waits 30 s for
 *   the response of the peer; a stopping server waits 1 s.
 * - closed: The connection has ended. A connection that breaks enters this state from any other.
 *
 * The handshake comes before authentication, because only an open socket can carry the reason why it is closed. A
 * socket that does not read what it is sent is cut off once too much waits for it.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { closeCodes, type CloseCode } from '@knowreel/shared/socket/session-socket.ts'
import type { Duplex } from 'node:stream'
import type { BaseLogger } from 'pino'
import type { WebSocket } from 'ws'
import type * as z from 'zod'
import { isFault, toAppError } from '../http/error-mapper.ts'

export type SocketState = 'authenticating' | 'ready' | 'closing' | 'closed'

export type SocketClose = { readonly code: number; readonly reason: string }

/** The behaviour of one kind of socket for one connection. */
export type SocketHandler<Message> = {
  /** Called in order, one at a time. An error closes the socket. */
  onMessage(message: Message): void | Promise<void>
  /** Called once, when the socket begins to close or its connection breaks. */
  onClose?(close: SocketClose): void
}

/** How one kind of socket writes its messages and with which codes it refuses. */
export type SocketFormat<Message> = {
  /** Null for anything that is not a message of the protocol; it closes the socket. */
  readonly read: (data: Buffer, isBinary: boolean) => Message | 'ping' | 'pong' | null
  /** Null for the pings of WebSocket itself. */
  readonly pings: { readonly ping: string; readonly pong: string } | null
  readonly codeOf: (refusal: AppError) => CloseCode
}

export type SocketLimits = {
  readonly maxMessageBytes: number
  /** A reader with more than this unsent is cut off, and reconnects. */
  readonly maxBufferedBytes: number
  /** Messages that may wait while another one is handled. */
  readonly maxWaitingMessages: number
  readonly maxSockets: number
}

/** The ticket of this connection is checked; or its messages carry a token, and the handler admits its holder. */
export type Admission<Holder> = { readonly enter: () => Promise<Holder> } | { readonly tokenDeadlineMs: number }

type Options<Holder, Message> = {
  readonly id: string
  readonly ws: WebSocket
  /** The connection under the WebSocket. */
  readonly stream: Pick<Duplex, 'cork' | 'uncork'>
  readonly format: SocketFormat<Message>
  readonly limits: SocketLimits
  readonly admission: Admission<Holder>
  /** Throws an AppError for a connection that is refused before authentication. */
  readonly connect: (socket: SessionSocket<Holder, Message>) => SocketHandler<Message>
  readonly log: Pick<BaseLogger, 'error'>
}

/** A peer that does not respond to the close frame of a stopping server is cut off after this. */
const stopMs = 1000
const maxReasonBytes = 120

export class SessionSocket<Holder, Message = unknown> {
  readonly id: string
  readonly #options: Options<Holder, Message>
  readonly #closed: Promise<void>
  #state: SocketState = 'authenticating'
  #holder: Holder | null = null
  #handler: SocketHandler<Message> | null = null
  #queue: Promise<void> = Promise.resolve()
  #waitingMessages = 0
  #lastReceivedAt = Date.now()
  #isCorked = false
  #tokenDeadline: NodeJS.Timeout | undefined

  constructor(options: Options<Holder, Message>) {
    this.#options = options
    this.id = options.id
    const { ws, admission, connect } = options
    ws.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary))
    ws.on('pong', () => (this.#lastReceivedAt = Date.now()))
    // The close event follows.
    ws.on('error', () => {})
    this.#closed = new Promise((resolve) => {
      ws.on('close', (code, reason) => {
        this.#leave('closed', { code, reason: reason.toString() })
        resolve()
      })
    })
    try {
      this.#handler = connect(this)
      this.#authenticate(admission)
    } catch (error) {
      this.#fail(error)
    }
  }

  get state(): SocketState {
    return this.#state
  }

  /** Whether the peer can still receive something; it may have begun to close what is ready here. */
  get isOpen(): boolean {
    return this.#isAttended && this.#options.ws.readyState === 1
  }

  /** Messages that the peer sent before its close frame are still handled. */
  get #isAttended(): boolean {
    return this.#state === 'authenticating' || this.#state === 'ready'
  }

  /** Null until the ticket or token is accepted. */
  get holder(): Holder | null {
    return this.#holder
  }

  /** The ticket or token was accepted, or the holder was loaded again. */
  admit(holder: Holder): void {
    clearTimeout(this.#tokenDeadline)
    this.#holder = holder
    if (this.#state === 'authenticating') this.#state = 'ready'
  }

  send(data: string | Uint8Array): void {
    const { ws, limits } = this.#options
    if (!this.isOpen) return
    if (ws.bufferedAmount > limits.maxBufferedBytes) return ws.terminate()
    this.#cork()
    ws.send(data)
  }

  ping(): void {
    if (!this.isOpen) return
    const { pings } = this.#options.format
    if (pings === null) this.#options.ws.ping()
    else this.send(pings.ping)
  }

  closeIfSilent(silenceMs: number): void {
    if (Date.now() - this.#lastReceivedAt > silenceMs) this.close(closeCodes.silent, 'The connection was silent')
  }

  refuse(error: AppError): void {
    this.close(this.#options.format.codeOf(error), error.message)
  }

  close(code: number, reason: string): void {
    if (!this.#isAttended) return
    const close = { code, reason: closeReason(reason) }
    this.#options.ws.close(close.code, close.reason)
    this.#leave('closing', close)
  }

  /** Resolves once the socket is closed. */
  async stop(): Promise<void> {
    this.close(closeCodes.restart, 'The server restarts')
    const cutOff = setTimeout(() => this.#options.ws.terminate(), stopMs)
    await this.#closed
    clearTimeout(cutOff)
  }

  #authenticate(admission: Admission<Holder>): void {
    if ('enter' in admission) return this.#enqueue(async () => this.admit(await admission.enter()))
    const close = () => this.close(closeCodes.silent, 'Not signed in')
    this.#tokenDeadline = setTimeout(close, admission.tokenDeadlineMs)
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (!this.#isAttended) return
    this.#lastReceivedAt = Date.now()
    const { format, limits } = this.#options
    const message = format.read(data, isBinary)
    if (message === 'pong') return
    if (message === null || this.#waitingMessages >= limits.maxWaitingMessages)
      return this.refuse(new AppError('unreadable_request'))
    this.#waitingMessages += 1
    this.#enqueue(async () => {
      this.#waitingMessages -= 1
      if (message !== 'ping') await this.#handler?.onMessage(message)
      else if (format.pings !== null) this.send(format.pings.pong)
    })
  }

  #enqueue(work: () => Promise<void>): void {
    this.#queue = this.#queue
      .then(() => (this.#isAttended ? work() : undefined))
      .catch((error: unknown) => this.#fail(error))
  }

  #fail(error: unknown): void {
    const known = toAppError(error)
    if (isFault(error, known)) this.#options.log.error({ err: error }, 'a session socket failed')
    this.refuse(known)
  }

  #leave(state: 'closing' | 'closed', close: SocketClose): void {
    const wasAttended = this.#isAttended
    this.#state = state
    clearTimeout(this.#tokenDeadline)
    if (wasAttended) this.#handler?.onClose?.(close)
  }

  /** Frames of one turn of the event loop are sent together, which saves a system call for each further one. */
  #cork(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    const { stream } = this.#options
    stream.cork()
    process.nextTick(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }
}

const jsonPings = { ping: '{"type":"ping"}', pong: '{"type":"pong"}' }

/** JSON text frames, as on the live socket and the stream sockets. */
export function jsonFormat<Message>(schema: z.ZodType<Message>): SocketFormat<Message> {
  return {
    read(data, isBinary) {
      const message = isBinary ? null : parseJson(data.toString())
      const type = (message as { type?: unknown } | null)?.type
      if (type === 'ping' || type === 'pong') return type
      return schema.safeParse(message).data ?? null
    },
    pings: jsonPings,
    codeOf: ({ status }) => (status === 409 ? closeCodes.warning : closeCodes.error),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** As much of a text as fits into a close frame, cut between characters. */
export function closeReason(text: string): string {
  let reason = ''
  let bytes = 0
  for (const character of text.toWellFormed()) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxReasonBytes) break
    reason += character
  }
  return reason
}
