import type { StreamStatus } from '@knowreel/shared/stream/stream.protocol.ts'
import type * as z from 'zod'

/** The status of a generation while it runs. */
export type Progress = {
  /** `soFar` replaces `data` for those who follow later, when `data` is only the newest part of a whole. */
  readonly update: (status: StreamStatus, data?: unknown, soFar?: unknown) => void
  /** Aborted by `cancel`, and with the reason `serverStops`; a closed socket does not abort. */
  readonly signal: AbortSignal
  /** Another process began the work, or this one before it restarted: follow it instead of starting it. */
  readonly isResumed: boolean
}

export type OpenStream<Actor, Data> = { readonly id: string; readonly actor: Actor; readonly data: Data }

export type Stream<Actor, Data> = {
  /** The name in the URL: `/socket/{name}`. */
  readonly name: string
  /** Sent with `start` and `reconnect`, to identify the same generation. */
  readonly data: z.ZodType<Data>
  /** Throws an AppError if this actor may not start it, or follow it with data that may lack what a start needs. */
  readonly authorise: (actor: Actor, data: Data, isReconnect: boolean) => Promise<void>
  /** For all open sockets of this stream, in one statement: the ids of those whose actor still has the permission. */
  readonly recheck: (open: readonly OpenStream<Actor, Data>[]) => Promise<ReadonlySet<string>>
  /** Only one generation per key runs at a time. */
  readonly keyOf: (actor: Actor, data: Data) => string | Promise<string>
  /** Whether work that survives the process is in progress, so that it can be followed after a restart. */
  readonly isRunning?: (actor: Actor, data: Data) => Promise<boolean>
  /** Returns the result to send; throws an AppError with the message to show. */
  readonly generate: (actor: Actor, data: Data, progress: Progress) => Promise<unknown>
}

/** A stream whose data type is known only to itself. */
export type AnyStream<Actor> = Stream<Actor, unknown>

export const defineStream = <Actor, Data>(stream: Stream<Actor, Data>): AnyStream<Actor> =>
  stream as unknown as AnyStream<Actor>
