/**
 * One socket of a page that lasts as long as its owner needs it: another connection follows each one that ends. Every
 * attempt has an address of its own, since a ticket opens one connection.
 *
 *     connecting ──opened──▶ connected
 *      ▲      │                 │
 *      │      └──failed─┬─ended─┘
 *      └──wait is over──┤ waiting, longer after each failure
 *                       │
 *     offline           ended
 *
 * connecting  The address is requested, or the handshake is in progress.
 * connected   Messages travel. A connection that is silent for 90 s counts as lost: the server pings every 25 s, but timers
 *             of background pages fire late.
 * waiting     The next attempt follows when the wait is over, or as soon as the page comes into view or online.
 * offline     The browser reported that its network is gone. The next attempt follows when it is back or the page comes into
 *             view.
 * ended       The owner closed it, or the policy for the close code, the error of the address or the number of failures
 *             ended it.
 *
 * Failures count from the last message that arrived: a proxy may open connections and drop them immediately.
 */
import { closeCodes, type Heartbeat, TICKET_PARAMETER } from '@knowreel/shared/socket/session-socket.ts'
import { type CloseReaction, reactionTo, type SocketKind } from './close-policy.ts'

export type SocketClose = { readonly code: number; readonly reason: string }

export type SocketEnd = { readonly close: SocketClose } | { readonly error: unknown }

export type ReconnectingSocketOptions<Message> = {
  /** Decides the reaction to a close code; called at each close. */
  readonly kind: () => SocketKind
  /** With JSON, pings are answered here and never reach `onMessage`. */
  readonly format: 'json' | 'binary'
  readonly getUrl: () => string | Promise<string>
  /** Whether another attempt may succeed after `getUrl` failed. Always, if absent. */
  readonly isRetryable?: (error: unknown) => boolean
  readonly onConnected: () => void
  readonly onMessage: (message: Message) => void
  /** An attempt failed or a connection ended; another follows. */
  readonly onDisconnected?: (close: SocketClose) => void
  /** No attempt follows; not called after `close()`. */
  readonly onEnded?: (end: SocketEnd) => void
  readonly firstWaitMs?: number
  readonly maxWaitMs?: number
  readonly maxFailures?: number
  /** 0 to 1; for tests. */
  readonly random?: () => number
}

export type ReconnectingSocket = {
  readonly isConnected: boolean
  /** Does nothing without a connection. */
  readonly send: (message: unknown) => void
  /** Abandons the connection without waiting for a network that may be gone, and connects again. */
  readonly reconnect: () => void
  /** The same after a moment, for a failing server. */
  readonly reconnectLater: () => void
  readonly close: () => void
}

type State = 'connecting' | 'connected' | 'waiting' | 'offline' | 'ended'

/** Browsers log a warning about a socket that is closed before it is open. */
function closeQuietly(webSocket: WebSocket): void {
  if (webSocket.readyState === WebSocket.CONNECTING) webSocket.addEventListener('open', () => webSocket.close())
  else webSocket.close()
}

const silenceTimeoutMs = 90_000
const minReconnectDelayMs = 2000

export function openReconnectingSocket<Message>(options: ReconnectingSocketOptions<Message>): ReconnectingSocket {
  const { format, isRetryable = () => true, onDisconnected, onEnded, random = Math.random } = options
  const { firstWaitMs = 1000, maxWaitMs = 60_000, maxFailures = Infinity } = options
  let state: State = 'connecting'
  let webSocket: WebSocket | null = null
  /** Numbers the attempts: late events of an abandoned attempt are ignored. */
  let attempt = 0
  let failures = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let silenceTimer: ReturnType<typeof setTimeout> | undefined

  const drop = () => {
    attempt += 1
    clearTimeout(retryTimer)
    clearTimeout(silenceTimer)
    if (webSocket !== null) closeQuietly(webSocket)
    webSocket = null
  }

  const isTrying = () => state === 'connecting' || state === 'connected'

  /**
   * `waitMs`: until the next attempt. Waits are spread, so that pages do not all return together to a restarted server.
   */
  const leave = (next: 'waiting' | 'offline', close: SocketClose, waitMs = 0) => {
    const wasTrying = isTrying()
    drop()
    state = next
    if (next === 'waiting') retryTimer = setTimeout(connect, waitMs * (0.5 + random() / 2))
    if (wasTrying) onDisconnected?.(close)
  }

  const end = () => {
    drop()
    state = 'ended'
    for (const unlisten of unlisteners) unlisten()
  }

  const fail = (close: SocketClose, reaction: CloseReaction) => {
    failures += 1
    if (reaction === 'end' || failures > maxFailures) {
      end()
      onEnded?.({ close })
      return
    }
    const waitMs = Math.min(firstWaitMs * 2 ** (failures - 1), maxWaitMs)
    leave('waiting', close, reaction === 'reconnect-later' ? Math.max(waitMs, minReconnectDelayMs) : waitMs)
  }
  const onLost = (close: SocketClose) => fail(close, reactionTo(options.kind(), close.code))

  const expectLife = () => {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(() => onLost({ code: closeCodes.silent, reason: 'No answer' }), silenceTimeoutMs)
  }

  function connect(): void {
    drop()
    state = 'connecting'
    const current = attempt
    expectLife()
    Promise.resolve()
      .then(options.getUrl)
      .then((address) => {
        if (current === attempt) attend(new WebSocket(address))
      })
      .catch((error: unknown) => {
        if (current !== attempt) return
        if (isRetryable(error)) return fail({ code: closeCodes.lost, reason: '' }, 'reconnect')
        end()
        onEnded?.({ error })
      })
  }

  function attend(ws: WebSocket): void {
    webSocket = ws
    if (format === 'binary') ws.binaryType = 'arraybuffer'
    const isCurrent = () => webSocket === ws
    ws.addEventListener('open', () => {
      if (!isCurrent()) return
      state = 'connected'
      expectLife()
      options.onConnected()
    })
    ws.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isCurrent()) receive(data)
    })
    ws.addEventListener('close', ({ code, reason }) => {
      if (isCurrent()) onLost({ code, reason })
    })
  }

  function receive(data: unknown): void {
    failures = 0
    expectLife()
    // From our own server; a newer one may send more.
    const message = (format === 'json' ? parseJson(data) : data) as Message | Heartbeat | null
    const type = (message as Heartbeat | null)?.type
    if (type === 'ping') send({ type: 'pong' })
    else if (message !== null && type !== 'pong') options.onMessage(message as Message)
  }

  function send(message: unknown): void {
    if (state !== 'connected') return
    webSocket?.send(format === 'json' ? JSON.stringify(message) : (message as Uint8Array<ArrayBuffer>))
  }

  const wake = () => {
    if (state !== 'waiting' && state !== 'offline') return
    failures = 0
    connect()
  }
  const page = typeof window === 'undefined' ? null : window
  const view = typeof document === 'undefined' ? null : document
  const unlisteners = [
    addListener(page, 'online', wake),
    addListener(page, 'offline', () => {
      // The browser notices immediately, the connection perhaps after minutes.
      if (state !== 'offline') leave('offline', { code: closeCodes.lost, reason: 'Offline' })
    }),
    addListener(view, 'visibilitychange', () => {
      if (view?.visibilityState === 'visible') wake()
    }),
  ]
  connect()

  return {
    get isConnected() {
      return state === 'connected'
    },
    send,
    reconnect() {
      if (state === 'ended' || state === 'offline') return
      const wasTrying = isTrying()
      connect()
      if (wasTrying) onDisconnected?.({ code: closeCodes.silent, reason: 'No answer' })
    },
    reconnectLater() {
      if (state === 'ended' || state === 'offline') return
      leave('waiting', { code: closeCodes.tryLater, reason: 'Later' }, minReconnectDelayMs)
    },
    close: end,
  }
}

function addListener(target: EventTarget | null, type: string, listener: () => void): () => void {
  target?.addEventListener(type, listener)
  return () => target?.removeEventListener(type, listener)
}

function parseJson(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : null
  } catch {
    return null
  }
}

export const webSocketOrigin = (): string => `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}`

export const ticketUrl = (path: string, ticket: string, origin = webSocketOrigin()): string =>
  `${origin}${path}?${new URLSearchParams({ [TICKET_PARAMETER]: ticket })}`
