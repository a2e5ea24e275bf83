/** The server's end of the sockets of a page. Foreign sockets, such as those of the test runner, stay real. */
import type { LiveServerMessage } from '@knowreel/shared/notification/live.protocol.ts'
import { closeCodes } from '@knowreel/shared/socket/session-socket.ts'

const RealWebSocket = globalThis.WebSocket

export class FakeSocket extends EventTarget {
  readonly path: string
  readonly sent: unknown[] = []
  readyState: number = RealWebSocket.CONNECTING

  constructor(address: URL) {
    super()
    this.path = address.pathname
    queueMicrotask(() => {
      if (this.readyState !== RealWebSocket.CONNECTING) return
      this.readyState = RealWebSocket.OPEN
      this.dispatchEvent(new Event('open'))
    })
  }

  send(data: string | Uint8Array): void {
    // The notes' own protocol is binary; no test answers it.
    if (typeof data !== 'string') return
    const message = JSON.parse(data) as { type?: string; articleId?: string }
    this.sent.push(message)
    if (message.type === 'cancel') this.close(closeCodes.success, 'Cancelled')
    if (this.path === '/live' && message.type === 'watch')
      this.receive({ type: 'watching', articleId: message.articleId ?? '', hash: null, isViewOnly: false })
  }

  receive(message: LiveServerMessage | object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }

  /** The page or the server closes the socket. As with a real socket, the event follows after `close` has returned. */
  close(code = 1000, reason = ''): void {
    if (this.readyState === RealWebSocket.CLOSING || this.readyState === RealWebSocket.CLOSED) return
    this.readyState = RealWebSocket.CLOSING
    queueMicrotask(() => {
      this.readyState = RealWebSocket.CLOSED
      this.dispatchEvent(new CloseEvent('close', { code, reason }))
    })
  }
}

/** Replaces the sockets of this page until `restore`; `sockets` holds every one that the page opened. */
export function interceptSockets(): { sockets: FakeSocket[]; restore: () => void } {
  const sockets: FakeSocket[] = []
  class PageSocket {
    static readonly CONNECTING = RealWebSocket.CONNECTING
    static readonly OPEN = RealWebSocket.OPEN
    static readonly CLOSING = RealWebSocket.CLOSING
    static readonly CLOSED = RealWebSocket.CLOSED

    constructor(url: string | URL, protocols?: string | string[]) {
      const address = new URL(url, location.href)
      const isOurs = address.host === location.host && /^\/(live$|socket\/|collaboration)/.test(address.pathname)
      if (!isOurs) return new RealWebSocket(url, protocols)
      const socket = new FakeSocket(address)
      sockets.push(socket)
      return socket
    }
  }
  globalThis.WebSocket = PageSocket as unknown as typeof WebSocket
  return {
    sockets,
    restore: () => {
      // Generations end; after another code they would reconnect in the next test.
      for (const socket of sockets) socket.close(closeCodes.success)
      globalThis.WebSocket = RealWebSocket
    },
  }
}
