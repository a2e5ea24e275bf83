/**
 * One WebSocket for all notes and rooms that this page has open. The reconnecting socket decides when to connect;
 * Hocuspocus receives it as its `WebSocketPolyfill` and attaches its documents again on every new connection.
 */
import { HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { SCHEMA_PARAMETER } from '@knowreel/shared/note/note.protocol.ts'
import {
  openReconnectingSocket,
  type ReconnectingSocket,
  type SocketClose,
} from '../../platform/sockets/reconnecting-socket.ts'

export interface NoteSocketOptions {
  /** ws:// or wss:// URL of the collaboration server. */
  url: string
  schemaVersion: number
  /** False: a separate socket, as another page would have. */
  isSocketShared?: boolean
}

export interface NoteSocket extends Pick<ReconnectingSocket, 'reconnect' | 'reconnectLater'> {
  readonly websocketProvider: HocuspocusProviderWebsocket
  readonly isConnected: () => boolean
  readonly release: () => void
}

type SharedSocket = { address: string; socket: NoteSocket; documents: Set<string> }

const sharedSockets: SharedSocket[] = []

/** Disables the timeout of Hocuspocus: the reconnecting socket detects silent connections. */
const NO_TIMEOUT_MS = 2 ** 31 - 1

/** States of a WebSocket. */
const CONNECTING: number = 0
const OPEN = 1
const CLOSED = 3

/**
 * A socket carries a document once: a note opened while its previous session still waits for a receipt gets a second
 * socket.
 */
export function acquireNoteSocket(options: NoteSocketOptions, documentName: string): NoteSocket {
  const { url, schemaVersion, isSocketShared = true } = options
  const address = `${url}?${SCHEMA_PARAMETER}=${schemaVersion}`
  if (!isSocketShared) return openSocket(address)
  const free = sharedSockets.find((entry) => entry.address === address && !entry.documents.has(documentName))
  const entry = free ?? { address, socket: openSocket(address), documents: new Set() }
  if (!free) sharedSockets.push(entry)
  entry.documents.add(documentName)
  let isReleased = false
  return {
    ...entry.socket,
    release() {
      if (isReleased) return
      isReleased = true
      entry.documents.delete(documentName)
      if (entry.documents.size > 0) return
      sharedSockets.splice(sharedSockets.indexOf(entry), 1)
      entry.socket.release()
    },
  }
}

/**
 * A connection as Hocuspocus sees it: created immediately after the previous one ended, open when the socket connects.
 */
class HocuspocusConnection extends EventTarget {
  binaryType = 'arraybuffer'
  readyState = CONNECTING

  readonly #socket: ReconnectingSocket

  constructor(socket: ReconnectingSocket) {
    super()
    this.#socket = socket
    if (socket.isConnected) queueMicrotask(() => this.open())
  }

  open(): void {
    if (this.readyState !== CONNECTING || !this.#socket.isConnected) return
    this.readyState = OPEN
    this.dispatchEvent(new Event('open'))
  }

  receive(data: ArrayBuffer): void {
    if (this.readyState === OPEN) this.dispatchEvent(new MessageEvent('message', { data }))
  }

  end({ code, reason }: SocketClose): void {
    if (this.readyState === CLOSED) return
    this.readyState = CLOSED
    this.dispatchEvent(new CloseEvent('close', { code, reason }))
  }

  send(data: Uint8Array): void {
    if (this.readyState === OPEN) this.#socket.send(data)
  }

  /** Hocuspocus calls this for a connection that has ended or is replaced. */
  close(): void {
    this.readyState = CLOSED
  }
}

function openSocket(url: string): NoteSocket {
  /** The connection that Hocuspocus currently uses. */
  let connection: HocuspocusConnection | null = null
  const socket = openReconnectingSocket<ArrayBuffer>({
    kind: () => 'note',
    format: 'binary',
    getUrl: () => url,
    onConnected: () => connection?.open(),
    onMessage: (data) => connection?.receive(data),
    onDisconnected: (close) => connection?.end(close),
    firstWaitMs: 300,
    maxWaitMs: 5000,
  })
  const websocketProvider = new HocuspocusProviderWebsocket({
    url,
    WebSocketPolyfill: function connect() {
      connection = new HocuspocusConnection(socket)
      return connection
    },
    // The reconnecting socket decides when to reconnect.
    delay: 0,
    minDelay: 0,
    jitter: false,
    messageReconnectTimeout: NO_TIMEOUT_MS,
  })
  return {
    websocketProvider,
    isConnected: () => socket.isConnected,
    reconnect: socket.reconnect,
    reconnectLater: socket.reconnectLater,
    release() {
      socket.close()
      websocketProvider.destroy()
    },
  }
}
