/**
 * The sockets under `/socket/{stream}`: one socket starts or follows one generation. The messages are described in
 * shared/src/stream/stream.protocol.ts, the socket itself in session-socket.ts.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { closeCodes, STREAM_PATH } from '@knowreel/shared/socket/session-socket.ts'
import {
  streamClientMessage,
  type StreamClientMessage,
  type StreamServerMessage,
} from '@knowreel/shared/stream/stream.protocol.ts'
import type { BaseLogger } from 'pino'
import { isFault, toAppError } from '../http/error-mapper.ts'
import {
  createGenerations,
  type Follower,
  type Generations,
  type GenerationStatus,
  type Outcome,
} from './generations.ts'
import { jsonFormat, type SessionSocket, type SocketHandler } from './session-socket.ts'
import { openSessionSockets, type SessionSockets, type SocketTimes, type SocketTickets } from './session-sockets.ts'
import type { AnyStream } from './stream.ts'

export type StreamSocketOptions<Actor> = SocketTimes &
  SocketTickets<Actor> & {
    readonly streams: readonly AnyStream<Actor>[]
    readonly log: Pick<BaseLogger, 'error'>
  }

export type StreamSockets = Pick<SessionSockets<unknown>, 'count' | 'handleUpgrade' | 'recheckNow' | 'close'> & {
  /** The status of a generation of the stream with this name and key. */
  readonly statusOf: (stream: string, key: string) => GenerationStatus
}

const limits = {
  /** A prompt with the text that it is about fits. */
  maxMessageBytes: 512_000,
  /** After reconnecting, a slow reader starts with the last update. */
  maxBufferedBytes: 4_000_000,
  maxWaitingMessages: 20,
  maxSockets: 2000,
}

export function createStreamSockets<Actor>({
  streams,
  log,
  enter,
  refresh,
  ...times
}: StreamSocketOptions<Actor>): StreamSockets {
  const byName = new Map(streams.map((stream) => [stream.name, stream]))
  const generations = createGenerations()
  const sockets = openSessionSockets<Actor, StreamClientMessage, StreamConnection<Actor>>({
    name: 'streams',
    log,
    isServed: (path) => path.startsWith(STREAM_PATH),
    format: jsonFormat(streamClientMessage),
    limits,
    authentication: { enter, refresh },
    connect(socket, { path }) {
      const stream = byName.get(path.slice(STREAM_PATH.length))
      if (stream === undefined) throw new AppError('not_found')
      return new StreamConnection({ socket, stream, generations, log })
    },
    async recheck(connections) {
      for (const stream of byName.values()) {
        const open = connections.flatMap((connection) => connection.followed(stream))
        if (open.length === 0) continue
        const allowed = await stream.recheck(open)
        for (const { id, socket } of open) if (!allowed.has(id)) socket.refuse(new AppError('forbidden'))
      }
    },
    ...times,
  })
  return {
    count: sockets.count,
    handleUpgrade: sockets.handleUpgrade,
    recheckNow: sockets.recheckNow,
    statusOf: (stream, key) => generations.statusOf(`${stream} ${key}`),
    async close() {
      generations.stop()
      await sockets.close()
    },
  }
}

type Options<Actor> = {
  readonly socket: SessionSocket<Actor, StreamClientMessage>
  readonly stream: AnyStream<Actor>
  readonly generations: Generations
  readonly log: Pick<BaseLogger, 'error'>
}

class StreamConnection<Actor> implements SocketHandler<StreamClientMessage> {
  readonly #options: Options<Actor>
  /** The generation that this socket started or follows. */
  #generation: { readonly key: string; readonly data: unknown; readonly follower: Follower } | null = null

  constructor(options: Options<Actor>) {
    this.#options = options
  }

  /** This socket, if it follows a generation of the stream. */
  followed(stream: AnyStream<Actor>) {
    const { socket } = this.#options
    const { id, holder: actor } = socket
    if (this.#options.stream !== stream || this.#generation === null || actor === null) return []
    return [{ id, actor, data: this.#generation.data, socket }]
  }

  async onMessage(message: StreamClientMessage): Promise<void> {
    const { socket, generations } = this.#options
    if (message.type !== 'cancel') return this.#begin(message)
    if (this.#generation) generations.cancel(this.#generation.key, message.id)
    socket.close(closeCodes.success, 'Cancelled')
  }

  /** A closing socket accepts no result: it waits for the next one that follows the generation. */
  onClose(): void {
    if (this.#generation) this.#options.generations.leave(this.#generation.key, this.#generation.follower)
  }

  async #begin(message: Exclude<StreamClientMessage, { type: 'cancel' }>): Promise<void> {
    const { socket, stream, generations } = this.#options
    const actor = socket.holder
    if (this.#generation !== null) throw new AppError('already_running')
    if (actor === null) return
    const data = stream.data.parse(message.data)
    const isReconnect =
      message.type === 'reconnect' || (message.data as { type?: unknown } | null)?.type === 'reconnect'
    await stream.authorise(actor, data, isReconnect)
    const key = `${stream.name} ${await stream.keyOf(actor, data)}`
    if (!socket.isOpen) return
    const follower: Follower = {
      id: message.id,
      update: (update) => this.#send({ type: 'update', ...update }),
      end: (outcome) => this.#end(outcome),
    }
    this.#generation = { key, data, follower }
    const start = (isResumed: boolean) =>
      generations.start(key, follower, (progress) => stream.generate(actor, data, { ...progress, isResumed }))
    if (!isReconnect) return start(false)
    if (generations.follow(key, follower)) return
    if (!(await stream.isRunning?.(actor, data))) socket.close(closeCodes.warning, 'Nothing is running')
    else if (socket.isOpen && !generations.follow(key, follower)) start(true)
  }

  #end(outcome: Outcome): void {
    const { socket, stream, log } = this.#options
    if (outcome === 'cancelled') return socket.close(closeCodes.success, 'Cancelled')
    if ('error' in outcome) {
      const error = toAppError(outcome.error)
      if (isFault(outcome.error, error)) log.error({ err: outcome.error, stream: stream.name }, 'a stream failed')
      return socket.refuse(error)
    }
    this.#send({ type: 'result', data: outcome.result })
    socket.close(closeCodes.success, 'Done')
  }

  #send(message: StreamServerMessage): void {
    this.#options.socket.send(JSON.stringify(message))
  }
}
