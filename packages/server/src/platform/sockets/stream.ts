import type { StreamStatus } from '@knowreel/shared/stream/stream.protocol.ts'
import type * as z from 'zod'

/** What a generation tells while it works. */
export type Progress = {
  readonly update: (status: StreamStatus, data?: unknown) => void
  /** Aborted by `cancel`; a closed socket does not abort. */
  readonly signal: AbortSignal
}

export type OpenStream<Actor, Data> = { readonly id: string; readonly actor: Actor; readonly data: Data }

export type Stream<Actor, Data> = {
  /** The part of the address: `/socket/{name}`. */
  readonly name: string
  /** Of `start` and `reconnect`, which name the same thing. */
  readonly data: z.ZodType<Data>
  /** Throws an AppError when this actor may not start it, or not follow it. */
  readonly authorise: (actor: Actor, data: Data) => Promise<void>
  /** Of all open sockets of this stream, in one statement: the ids of those whose actor still may. */
  readonly recheck: (open: readonly OpenStream<Actor, Data>[]) => Promise<ReadonlySet<string>>
  /** What there can be only one generation of at a time. */
  readonly keyOf: (actor: Actor, data: Data) => string
  /** Gives what is sent as the result; throws an AppError with the message to show. */
  readonly generate: (actor: Actor, data: Data, progress: Progress) => Promise<unknown>
}

/** A stream whose data are known to nobody but itself. */
export type AnyStream<Actor> = Stream<Actor, unknown>

export const defineStream = <Actor, Data>(stream: Stream<Actor, Data>): AnyStream<Actor> =>
  stream as unknown as AnyStream<Actor>
