/**
 * The bytes of stored objects as one stream. If a body breaks off, stalls or ends early, the rest is requested again
 * from there, so that a video keeps playing while the storage restarts; bytes are only accepted if the content is
 * unchanged.
 */
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { S3Bucket } from './s3-bucket.ts'

/** A window of one object; both `start` and `end` are included, as in a byte range. */
export type ObjectRange = { readonly name: string; readonly start: number; readonly end: number }

type Body = NonNullable<Awaited<ReturnType<S3Bucket['get']>>>

/** Consecutive failures without a byte between them. */
const maxFailures = 4
const initialWaitMs = 200

/** The first body may already be open. */
export function readWithRetries(bucket: S3Bucket, windows: readonly ObjectRange[], open: Body | null = null): Readable {
  const stopping = new AbortController()
  const bytes = readRanges(bucket, windows, open, stopping.signal)
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

async function* readRanges(bucket: S3Bucket, windows: readonly ObjectRange[], open: Body | null, signal: AbortSignal) {
  let body = open
  for (const window of windows) {
    yield* readRange(bucket, window, body, signal)
    body = null
  }
}

async function* readRange(bucket: S3Bucket, { name, start, end }: ObjectRange, open: Body | null, signal: AbortSignal) {
  let tag = open?.tag ?? null
  let at = start
  let breaks = 0
  for (let answer = open; at <= end; answer = null) {
    answer ??= await bucket.get(name, { start: at, end }, { signal })
    if (answer === null || (tag !== null && answer.tag !== tag)) throw new Error(`${name} went while it was read`)
    tag = answer.tag
    // A storage without support for ranges would send the object from its beginning.
    if (answer.size !== end + 1 - at) throw new Error(`${name} is not as long as it was`)
    const before = at
    try {
      for await (const chunk of abortable(answer.body, signal)) {
        at += chunk.byteLength
        yield chunk
      }
      if (at > end) return
    } catch (error) {
      signal.throwIfAborted()
      if (breaks >= maxFailures) throw error
    }
    breaks = at > before ? 1 : breaks + 1
    if (breaks > maxFailures) throw new Error(`${name} ends ${end + 1 - at} bytes too early`)
    await delay(initialWaitMs * 2 ** (breaks - 1), undefined, { signal })
  }
}

/** A reader who disconnects ends the request, even while it waits for bytes. */
async function* abortable(body: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
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
