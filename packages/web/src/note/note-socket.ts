/** One WebSocket for all notes and rooms this page has open. */
import { HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { closeCodes, SCHEMA_PARAMETER } from '@knowreel/shared/note/note.protocol.ts'

export interface NoteSocketOptions {
  /** ws:// or wss:// address of the collaboration server. */
  url: string
  schemaVersion: number
  /** False: a socket of its own, as another page would have. */
  isSocketShared?: boolean
}

export interface NoteSocket {
  readonly websocket: HocuspocusProviderWebsocket
  /** Gives up the connection at once, without waiting for an answer of a network that may be gone, and makes a new one. */
  reconnect(): void
  /** After a pause of a few seconds, for a server that is in trouble. */
  reconnectLater(): void
  release(): void
}

type Shared = { address: string; socket: NoteSocket; documents: Set<string> }

const shared: Shared[] = []

const FIRST_RETRY_MS = 300
const LAST_RETRY_MS = 5_000
const TROUBLE_MS = 2_000
/** A page in the background may run its timers only once a minute. */
const SILENCE_MS = 75_000

/**
 * A socket carries a document once: a note that is opened while the session before it still waits for its receipt gets a
 * second socket.
 */
export function acquireNoteSocket(options: NoteSocketOptions, documentName: string): NoteSocket {
  const { url, schemaVersion, isSocketShared = true } = options
  const address = `${url}?${SCHEMA_PARAMETER}=${schemaVersion}`
  if (!isSocketShared) return openSocket(address)
  const free = shared.find((entry) => entry.address === address && !entry.documents.has(documentName))
  const entry = free ?? { address, socket: openSocket(address), documents: new Set() }
  if (!free) shared.push(entry)
  entry.documents.add(documentName)
  let isReleased = false
  return {
    ...entry.socket,
    release() {
      if (isReleased) return
      isReleased = true
      entry.documents.delete(documentName)
      if (entry.documents.size > 0) return
      shared.splice(shared.indexOf(entry), 1)
      entry.socket.release()
    },
  }
}

class Websocket extends HocuspocusProviderWebsocket {
  #isDestroyed = false

  /** The one of Hocuspocus comes back to life when it is destroyed while it waits to connect again. */
  override async connect(): Promise<unknown> {
    return this.#isDestroyed ? undefined : super.connect()
  }

  override destroy(): void {
    this.#isDestroyed = true
    super.destroy()
  }

  giveUp(): void {
    this.emit('close', { event: { code: closeCodes.silent, reason: 'No answer' } })
  }

  pause(): void {
    this.shouldConnect = false
    this.giveUp()
  }
}

function openSocket(url: string): NoteSocket {
  const websocket = new Websocket({
    url,
    // Its constructor would connect before the class is complete.
    autoConnect: false,
    delay: FIRST_RETRY_MS,
    minDelay: FIRST_RETRY_MS,
    maxDelay: LAST_RETRY_MS,
    factor: 1.5,
    messageReconnectTimeout: SILENCE_MS,
  })
  void websocket.connect()
  let later: ReturnType<typeof setTimeout> | undefined
  const goOffline = () => websocket.pause()
  const goOnline = () => void websocket.connect()
  // The browser knows of a lost network at once, the socket perhaps after minutes.
  const page = typeof window === 'undefined' ? null : window
  page?.addEventListener('offline', goOffline)
  page?.addEventListener('online', goOnline)
  return {
    websocket,
    reconnect: () => websocket.giveUp(),
    reconnectLater() {
      websocket.pause()
      clearTimeout(later)
      later = setTimeout(goOnline, TROUBLE_MS * (0.5 + Math.random()))
    },
    release() {
      page?.removeEventListener('offline', goOffline)
      page?.removeEventListener('online', goOnline)
      clearTimeout(later)
      websocket.destroy()
    },
  }
}
