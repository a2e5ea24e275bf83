/**
 * Something that the server makes while the page waits: started on a socket of its own, told of by updates, ended by a
 * result. A lost connection is made again and asks for the same generation; only `cancel` ends it.
 */
import { STREAM_PATH, streamCloseCodes, TICKET_PARAMETER } from '@knowreel/shared/stream/stream-address.ts'
import { webSocketOrigin } from './web-socket-origin.ts'
import type { StreamServerMessage, StreamStatus } from '@knowreel/shared/stream/stream.protocol.ts'

/** It ended without a result; `message` is what people read, empty where nobody said why. `isWarning`: nothing is broken. */
export class GenerationError extends Error {
  override name = 'GenerationError'
  readonly isWarning: boolean
  constructor(message: string, isWarning: boolean) {
    super(message)
    this.isWarning = isWarning
  }
}

export type Generation<Result> = {
  /** Rejects with a GenerationError, an ApiError where no ticket is given, and with `cancelled` after `cancel`. */
  readonly result: Promise<Result>
  readonly cancel: () => void
}

export const cancelled = new Error('Cancelled')

type Options = {
  /** Of `POST /user/ticket`, a new one for each connection. */
  readonly getTicket: () => Promise<string>
  readonly onUpdate?: (status: StreamStatus) => void
  /** For tests. */
  readonly origin?: string
  readonly retryMs?: number
}

const mostRetries = 5
/** The server asks every 25 s whether we are there. */
const silenceMs = 60_000

export function startGeneration<Result>(
  stream: string,
  data: unknown,
  { onUpdate, getTicket, origin = webSocketOrigin(), retryMs = 1000 }: Options,
): Generation<Result> {
  let socket: WebSocket | null = null
  let isOver = false
  let isStarted = false
  /** The connection broke while something was under way. */
  let isLost = false
  let retries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let resolve: (result: Result) => void = () => {}
  let reject: (reason: unknown) => void = () => {}
  const result = new Promise<Result>((onResult, onError) => {
    resolve = onResult
    reject = onError
  })

  const settle = (done: () => void) => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    done()
    socket?.close()
  }
  const fail = (reason: unknown) => settle(() => reject(reason))

  const again = () => {
    if (isOver) return
    retries += 1
    if (retries > mostRetries) return fail(new GenerationError('', false))
    clearTimeout(timer)
    timer = setTimeout(() => void connect(), retryMs * retries)
  }

  const listen = (ws: WebSocket) => {
    const hear = () => {
      clearTimeout(timer)
      timer = setTimeout(() => ws.close(), silenceMs)
    }
    ws.addEventListener('open', () => {
      hear()
      ws.send(JSON.stringify({ type: isStarted ? 'reconnect' : 'start', data }))
      isStarted = true
    })
    ws.addEventListener('message', ({ data: text }: MessageEvent<string>) => {
      hear()
      const message = JSON.parse(text) as StreamServerMessage
      if (message.type === 'ping') ws.send('{"type":"pong"}')
      else if (message.type === 'result') settle(() => resolve(message.data as Result))
      else if (message.type === 'update' && !isOver) onUpdate?.(message.status)
    })
    ws.addEventListener('close', ({ code, reason }) => {
      if (isOver || ws !== socket) return
      const isWarning = code === streamCloseCodes.warning
      if (isWarning && isLost) {
        // What was under way is gone with the process that did it: from the beginning.
        isLost = false
        isStarted = false
        return again()
      }
      if (isWarning || code === streamCloseCodes.error) return fail(new GenerationError(reason, isWarning))
      if (code === streamCloseCodes.success) return fail(cancelled)
      isLost = isStarted
      again()
    })
  }
  const connect = async () => {
    try {
      const ticket = await getTicket()
      if (isOver) return
      const query = new URLSearchParams({ [TICKET_PARAMETER]: ticket })
      socket = new WebSocket(`${origin}${STREAM_PATH}${stream}?${query}`)
      listen(socket)
    } catch (error) {
      if (isLost && isConnectionError(error)) again()
      else fail(error)
    }
  }
  void connect()

  return {
    result,
    cancel: () => {
      if (socket?.readyState === WebSocket.OPEN) socket.send('{"type":"cancel"}')
      fail(cancelled)
    },
  }
}

const isConnectionError = (error: unknown): boolean =>
  error instanceof Error && 'isConnectionError' in error && error.isConnectionError === true
