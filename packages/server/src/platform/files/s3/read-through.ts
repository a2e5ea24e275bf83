/**
 * Bytes of stored objects as one stream. Where a body breaks off, is too slow or ends early, the rest is asked for again from
 * there, so that a film goes on through a restart of the storage; only bytes of the same content are taken.
 */
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { S3Bucket } from './s3-bucket.ts'

/** A window of one object; `end` counts as in a range: both bytes are included. */
export type Window = { readonly name: string; readonly start: number; readonly end: number }

type Body = NonNullable<Awaited<ReturnType<S3Bucket['get']>>>

/** Breaks without a byte between them. */
const mostBreaks = 4
const firstWaitMs = 200

/** The first body may be open already. */
export function readThrough(bucket: S3Bucket, windows: readonly Window[], open: Body | null = null): Readable {
  const stopping = new AbortController()
  const bytes = bytesOf(bucket, windows, open, stopping.signal)
  return new Readable({
    highWaterMark: 256 * 1024,
    read() {
      bytes.next().then(
        ({ value, done }) => this.push(done === true ? null : value),
        (error: unknown) => this.destroy(error as Error),
      )
    },
    destroy(error, callback) {
      stopping.abort()
      open?.body.destroy()
      callback(error)
    },
  })
}

async function* bytesOf(bucket: S3Bucket, windows: readonly Window[], open: Body | null, signal: AbortSignal) {
  let body = open
  for (const window of windows) {
    yield* windowOf(bucket, window, body, signal)
    body = null
  }
}

async function* windowOf(bucket: S3Bucket, { name, start, end }: Window, open: Body | null, signal: AbortSignal) {
  let tag = open?.tag ?? null
  let at = start
  let breaks = 0
  for (let answer = open; at <= end; answer = null) {
    answer ??= await bucket.get(name, { start: at, end }, { signal })
    if (answer === null || (tag !== null && answer.tag !== tag)) throw new Error(`${name} went while it was read`)
    tag = answer.tag
    // A storage that knows no ranges would send it from its beginning.
    if (answer.size !== end + 1 - at) throw new Error(`${name} is not as long as it was`)
    const before = at
    try {
      for await (const chunk of stoppable(answer.body, signal)) {
        at += chunk.byteLength
        yield chunk
      }
      if (at > end) return
    } catch (error) {
      signal.throwIfAborted()
      if (breaks >= mostBreaks) throw error
    }
    breaks = at > before ? 1 : breaks + 1
    if (breaks > mostBreaks) throw new Error(`${name} ends ${end + 1 - at} bytes too early`)
    await delay(firstWaitMs * 2 ** (breaks - 1), undefined, { signal })
  }
}

/** A reader who goes away ends the request, also while it waits for bytes. */
async function* stoppable(body: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  const stop = () => body.destroy(new Error('the reader went away'))
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    yield* body as AsyncIterable<Buffer>
  } finally {
    signal.removeEventListener('abort', stop)
    body.destroy()
  }
}
