/**
 * The sockets under `/collaboration`. Their messages belong to Hocuspocus: each document on a socket is authenticated
 * by its own token, and access is checked for each document. The socket itself is described in
 * platform/sockets/session-socket.ts.
 */
import { SCHEMA_PARAMETER } from '@knowreel/shared/note/note.protocol.ts'
import { closeCodes, COLLABORATION_PATH } from '@knowreel/shared/socket/session-socket.ts'
import type { WebSocketLike } from '@hocuspocus/server'
import type { BaseLogger } from 'pino'
import {
  openSessionSockets,
  type SessionSocket,
  type SessionSockets,
  type SocketFormat,
  type SocketHandler,
} from '../../platform/sockets/index.ts'
import { isReadableMessage } from './note-messages.ts'

/** The part of a Hocuspocus client connection that a socket feeds. */
interface HocuspocusConnection {
  handleMessage(data: Uint8Array): void
  handleClose(event: { code: number; reason: string }): void
}

export interface CollaborationSocketsOptions<Actor> {
  log: Pick<BaseLogger, 'error'>
  attach: (socket: CollaborationSocket<Actor>) => HocuspocusConnection
  recheck: () => Promise<void>
  recheckMs: number | undefined
}

/** Refusals on one socket before it is closed. */
const MAX_REFUSALS = 20

const binaryFormat: SocketFormat<Uint8Array> = {
  read(data, isBinary) {
    const bytes = new Uint8Array(data)
    return isBinary && isReadableMessage(bytes) ? bytes : null
  },
  pings: null,
  codeOf: ({ status }) => (status === 429 || status >= 500 ? closeCodes.tryLater : closeCodes.protocolError),
}

const limits = {
  /** Enough for an offline edit of the largest note with its whole history. */
  maxMessageBytes: 4_000_000,
  maxBufferedBytes: 16_000_000,
  /** More than the frames of one network read; Hocuspocus has a queue for each document. */
  maxWaitingMessages: 10_000,
  maxSockets: 10_000,
}
const tokenDeadlineMs = 10_000

export class CollaborationSocket<Actor> implements SocketHandler<Uint8Array> {
  /** Schema version that the client declares; 0 if it declares none. */
  readonly schemaVersion: number
  readonly #socket: SessionSocket<Actor, Uint8Array>
  readonly #connection: HocuspocusConnection
  #refusals = 0

  constructor(
    socket: SessionSocket<Actor, Uint8Array>,
    schemaVersion: number,
    attach: CollaborationSocketsOptions<Actor>['attach'],
  ) {
    this.#socket = socket
    this.schemaVersion = schemaVersion
    this.#connection = attach(this)
  }

  /** The socket as Hocuspocus uses it. */
  get webSocket(): WebSocketLike {
    const socket = this.#socket
    return {
      get readyState() {
        return socket.isOpen ? 1 : 3
      },
      send: (data: Uint8Array) => socket.send(data),
      close: (code: number = closeCodes.normal, reason = '') => socket.close(code, reason),
    }
  }

  admit(actor: Actor): void {
    this.#socket.admit(actor)
  }

  /** Counts a refused document. The socket closes after too many of them, or when the server cannot decide now. */
  countRefusal(isTemporary: boolean): void {
    this.#refusals += 1
    if (!isTemporary && this.#refusals < MAX_REFUSALS) return
    // After the refusal has been sent.
    setImmediate(() => this.#socket.close(closeCodes.tryLater, 'Try again later'))
  }

  onMessage(message: Uint8Array): void {
    this.#connection.handleMessage(message)
  }

  onClose(close: { code: number; reason: string }): void {
    this.#connection.handleClose(close)
  }
}

export const openCollaborationSockets = <Actor>({
  log,
  attach,
  recheck,
  recheckMs,
}: CollaborationSocketsOptions<Actor>): SessionSockets<CollaborationSocket<Actor>> =>
  openSessionSockets<Actor, Uint8Array, CollaborationSocket<Actor>>({
    name: 'notes',
    log,
    isServed: (path) => path === COLLABORATION_PATH,
    format: binaryFormat,
    limits,
    authentication: { tokenDeadlineMs },
    connect(socket, { query }) {
      const version = Number(query.get(SCHEMA_PARAMETER) ?? 0)
      return new CollaborationSocket(socket, Number.isInteger(version) ? version : 0, attach)
    },
    recheck,
    recheckMs,
  })
