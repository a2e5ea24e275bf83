/**
 * Something that the server generates while the page waits: started on a socket of its own, reported by updates, ended by a
 * result. After a lost connection the next one requests the same generation; only `cancel` ends it.
 */
import { newId } from '@knowreel/shared/identity/ids.ts'
import { closeCodes, outcomeRetentionMs, STREAM_PATH } from '@knowreel/shared/socket/session-socket.ts'
import type { StreamServerMessage, StreamStatus } from '@knowreel/shared/stream/stream.protocol.ts'
import { openReconnectingSocket, type SocketEnd, ticketUrl } from './reconnecting-socket.ts'

/**
 * The generation ended without a result; `message` is shown to the user, empty if there is no reason. `isWarning`:
 * nothing is broken.
 */
export class GenerationError extends Error {
  override name = 'GenerationError'
  readonly isWarning: boolean
  constructor(message: string, isWarning: boolean) {
    super(message)
    this.isWarning = isWarning
  }
}

export type Generation<Result> = {
  /**
   * Rejects with a GenerationError, with an ApiError if no ticket is issued, and with `cancelled` after `cancel` or
   * `leave`.
   */
  readonly result: Promise<Result>
  /** Repeated after a lost connection until the server closes the socket. */
  readonly cancel: () => void
  /** The server continues without this page. */
  readonly leave: () => void
}

export const cancelled = new Error('Cancelled')

type GenerationOptions = {
  /** From `POST /user/ticket`, a new one for each connection. */
  readonly getTicket: () => Promise<string>
  readonly onUpdate?: (status: StreamStatus, data: unknown) => void
  /** Before each connection starts or resumes the generation. */
  readonly onConnected?: () => void
  /** Follows a generation that is already running; without one it ends with a warning. */
  readonly isResumed?: boolean
  /** For tests. */
  readonly origin?: string
  readonly firstWaitMs?: number
}

export function startGeneration<Result>(
  stream: string,
  data: unknown,
  { onUpdate, onConnected, getTicket, isResumed: isFollowing = false, origin, firstWaitMs }: GenerationOptions,
): Generation<Result> {
  const id = newId()
  let isStarted = false
  let isResumed = false
  let isCancelled = false
  /** When it was known to run. */
  let ranAt = 0
  const { promise: result, resolve, reject } = Promise.withResolvers<Result>()

  const socket = openReconnectingSocket<StreamServerMessage>({
    kind: () => (isResumed && mayStartAgain() ? 'resumed stream' : 'stream'),
    format: 'json',
    getUrl: async () => ticketUrl(`${STREAM_PATH}${stream}`, await getTicket(), origin),
    isRetryable: (error) => isStarted && isConnectionError(error),
    onConnected() {
      isResumed = isStarted
      isStarted = true
      if (!isResumed) ranAt = Date.now()
      if (isCancelled) {
        // A page that only wants to end what it started takes no part in what runs now.
        socket.send({ type: 'reconnect', id: isFollowing ? id : undefined, data })
        return sendCancel()
      }
      onConnected?.()
      socket.send({ type: isResumed || isFollowing ? 'reconnect' : 'start', id, data })
    },
    onMessage(message) {
      ranAt = Date.now()
      if (isCancelled) return
      if (message.type === 'update') onUpdate?.(message.status, message.data)
      else if (message.type === 'result') {
        socket.close()
        resolve(message.data as Result)
      }
    },
    onDisconnected({ code }) {
      if (code === closeCodes.warning) isStarted = isResumed = false
    },
    onEnded: (end) => reject(toError(end)),
    firstWaitMs,
    maxWaitMs: 5000,
    maxFailures: 5,
  })

  /** Without an outcome on the server: it was lost with its process, rather than forgotten after its end. */
  const mayStartAgain = () => !isFollowing && !isCancelled && Date.now() - ranAt < outcomeRetentionMs

  const sendCancel = () => socket.send({ type: 'cancel', id })

  const leave = () => {
    socket.close()
    reject(cancelled)
  }
  return {
    result,
    leave,
    cancel() {
      if (!isStarted && !isFollowing) return leave()
      isCancelled = true
      reject(cancelled)
      // The server closes the socket: one that closes itself may be gone before the server has resumed its generation.
      sendCancel()
    },
  }
}

function toError(end: SocketEnd): unknown {
  if ('error' in end) return end.error
  const { code, reason } = end.close
  if (code === closeCodes.success) return cancelled
  const isWarning = code === closeCodes.warning
  return new GenerationError(isWarning || code === closeCodes.error ? reason : '', isWarning)
}

const isConnectionError = (error: unknown): boolean =>
  error instanceof Error && 'isConnectionError' in error && error.isConnectionError === true
