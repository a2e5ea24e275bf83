/** The WebSockets under `/collaboration`: upgrade, liveness, bounds. What travels on them is Hocuspocus' affair. */
import { closeCodes, COLLABORATION_PATH, SCHEMA_PARAMETER } from '@knowreel/shared/note/note.protocol.ts'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { isReadable } from './note-messages.ts'

/** The part of a Hocuspocus client connection that a socket feeds. */
export interface SocketConsumer {
  handleMessage(data: Uint8Array): void
  handleClose(event: { code: number; reason: string }): void
  lastMessageReceivedAt: number
}

export interface CollaborationSocket {
  readonly ws: WebSocket
  /** Sends what comes in one go of the event loop together: a system call less for each further message. */
  send(data: Uint8Array): void
  /** Schema version the client says it has; 0 when it says none. */
  readonly schemaVersion: number
  isAuthenticated: boolean
  refusals: number
}

export interface CollaborationSockets {
  /** False when the request is for another path; then the socket is untouched. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Asks all clients to go and come back, then cuts off those that do not answer. */
  close(): Promise<void>
}

/** An offline edit of the largest note with all its history fits. */
const MAX_MESSAGE_BYTES = 4_000_000
/** A reader so slow that this much waits for it gets a fresh start. */
const MAX_BUFFERED_BYTES = 16_000_000
const PING_MS = 25_000
const AUTHENTICATION_MS = 10_000
const CLOSE_MS = 1_000

export function createCollaborationSockets(
  attach: (socket: CollaborationSocket) => SocketConsumer,
): CollaborationSockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false })
  const answered = new WeakSet<WebSocket>()
  let isClosing = false

  const pings = setInterval(() => {
    for (const ws of server.clients) {
      if (!answered.delete(ws) || ws.bufferedAmount > MAX_BUFFERED_BYTES) ws.terminate()
      else ws.ping()
    }
  }, PING_MS)
  pings.unref()

  function accept(ws: WebSocket, stream: Duplex, schemaVersion: number): void {
    const socket: CollaborationSocket = {
      ws,
      schemaVersion,
      isAuthenticated: false,
      refusals: 0,
      send: createCorkedSend(ws, stream),
    }
    const consumer = attach(socket)
    answered.add(ws)
    const deadline = setTimeout(() => {
      if (!socket.isAuthenticated) ws.close(closeCodes.silent, 'Not signed in')
    }, AUTHENTICATION_MS)
    ws.on('message', (data, isBinary) => {
      if (!isBinary || !(data instanceof Buffer)) return ws.close(1003, 'Binary messages only')
      const bytes = new Uint8Array(data)
      if (!isReadable(bytes)) return ws.close(1002, 'Unreadable message')
      answered.add(ws)
      consumer.handleMessage(bytes)
    })
    ws.on('pong', () => {
      answered.add(ws)
      // A page in the background hardly speaks; its browser still answers.
      consumer.lastMessageReceivedAt = Date.now()
    })
    ws.on('close', (code, reason) => {
      clearTimeout(deadline)
      consumer.handleClose({ code, reason: reason.toString() })
    })
    // The close event follows.
    ws.on('error', () => {})
  }

  return {
    handleUpgrade(request, socket, head) {
      const [path = '', query] = (request.url ?? '').split('?')
      if (path.replace(/\/+$/, '') !== COLLABORATION_PATH) return false
      if (isClosing) {
        socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
        return true
      }
      const version = Number(new URLSearchParams(query).get(SCHEMA_PARAMETER) ?? 0)
      server.handleUpgrade(request, socket, head, (ws) => accept(ws, socket, Number.isInteger(version) ? version : 0))
      return true
    },
    async close() {
      isClosing = true
      clearInterval(pings)
      const closed = [...server.clients].map((ws) => closeSocket(ws))
      await Promise.all(closed)
      server.close()
    },
  }
}

function createCorkedSend(ws: WebSocket, stream: Duplex): (data: Uint8Array) => void {
  let isCorked = false
  return (data) => {
    if (!isCorked) {
      isCorked = true
      stream.cork()
      process.nextTick(() => {
        isCorked = false
        stream.uncork()
      })
    }
    ws.send(data)
  }
}

function closeSocket(ws: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => ws.terminate(), CLOSE_MS)
    ws.once('close', () => {
      clearTimeout(cutOff)
      resolve()
    })
    ws.close(closeCodes.restart, 'The server restarts')
  })
}
