// The common parts of the live socket, the stream sockets and the collaboration socket. The shapes of their messages
// are in live.protocol.ts, stream.protocol.ts and note.protocol.ts; a page can import this file without them.
//
// The live socket and the stream sockets send JSON text frames. The server sends `ping` every 25 s and either side
// answers `ping` with `pong`. The server closes a socket that is silent for 60 s; a page waits 90 s, since timers of
// background pages fire late. The collaboration socket sends binary frames and the pings of WebSocket itself.

export const LIVE_PATH = '/live'
export const STREAM_PATH = '/socket/'
export const COLLABORATION_PATH = '/collaboration'

/** Query parameter with the ticket of `POST /user/ticket`, which opens one socket. */
export const TICKET_PARAMETER = 'token'

/** The server keeps the outcome of a generation this long. */
export const outcomeRetentionMs = 5 * 60_000

/** Every code with which a session socket ends. */
export const closeCodes = {
  normal: 1000,
  goingAway: 1001,
  protocolError: 1002,
  /** The close frame named no code. */
  unnamed: 1005,
  /** The connection ended without a close frame. */
  lost: 1006,
  tooLarge: 1009,
  internal: 1011,
  restart: 1012,
  tryLater: 1013,
  /** The reason is the message to show; nothing is broken. */
  warning: 3000,
  success: 3001,
  /** The reason is the message to show. */
  error: 3002,
  /** The codes of Hocuspocus. All kinds of sockets are closed with `silent`, after which the page reconnects. */
  reset: 4205,
  unauthorized: 4401,
  forbidden: 4403,
  silent: 4408,
} as const

/** Sent in both directions on sockets with JSON frames. */
export type Heartbeat = { readonly type: 'ping' | 'pong' }

export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes]
