/**
 * The recorder without a screen and an encoder: the test feeds the chunks, as fast as spool and server take them. Everything
 * behind the encoder is the product's: state machine, spool, uploads.
 */
import {
  createRecording,
  createRecordingUploads,
  opfsSpool,
  type Recording,
} from '../../packages/recorder/src/capture/index.ts'
import {
  browserConnection,
  browserJournal,
  browserTransport,
  type UploadCalls,
} from '../../packages/recorder/src/upload/index.ts'

const owner = 'feed:feed'
const chunkMs = 500
/** As much as may wait for the server while chunks are fed. */
const maxUnsentBytes = 4_000_000

type Feed = {
  /** Records for a draft. */
  open(token: string, articleId: string): Promise<void>
  /** All chunks of a file of this duration but the last one; resolves when the server has nearly all of them. */
  feedFile(url: string, durationMs: number): Promise<void>
  /** Chunks of this size; `isFirst` begins a file that nobody plays. */
  feedChunks(count: number, bytes: number): Promise<void>
  /** Resolves to the time at which the recording was stopped, in milliseconds since 1970. */
  stop(): Promise<{ stoppedAt: number; acceptedAt: number }>
  /** Milliseconds that finding the recordings of an earlier start takes, and what was found. */
  list(): Promise<{ ms: number; recordings: number; elapsed: number }>
}
declare global {
  interface Window {
    feed: Feed
  }
}

let clockMs = 0
let onChunk: (chunk: Blob) => void = () => undefined
let lastChunk: Blob | null = null
let recording: Recording | null = null
let fed = 0
const spool = opfsSpool()

const callsWith = (token: string): UploadCalls => {
  const ask = async <Answer>(method: string, path: string, signal: AbortSignal, body?: unknown): Promise<Answer> => {
    const response = await fetch(`/api${path}`, {
      method,
      signal,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw Object.assign(new Error(await response.text()), { status: response.status })
    return (await response.json()) as Answer
  }
  return {
    url: (query, signal) => ask('GET', `/video-upload/url?${new URLSearchParams(query)}`, signal),
    accept: (body, signal) => ask('POST', '/video-upload/accept', signal, body),
    status: (id, signal) => ask('GET', `/video-upload/status/${id}`, signal),
  }
}
let calls = callsWith('')
const uploads = createRecordingUploads({
  spool,
  journal: browserJournal(),
  transport: browserTransport,
  connection: browserConnection,
  callsFor: () => calls,
  onChange: () => undefined,
})

/** Waits until what was fed is in the spool and, but for the last part, on the server. */
async function settle(): Promise<void> {
  for (;;) {
    const { sent, total } = uploads.items().at(-1)?.state ?? { sent: 0, total: 0 }
    if (fed - sent < maxUnsentBytes && fed - total < maxUnsentBytes) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
async function feed(chunk: Blob): Promise<void> {
  clockMs += chunkMs
  fed += chunk.size
  onChunk(chunk)
  await settle()
}

window.feed = {
  async open(token, articleId) {
    calls = callsWith(token)
    clockMs = fed = 0
    lastChunk = null
    recording = createRecording({
      clock: {
        now: () => clockMs,
        wallTime: () => Date.now(),
        // Nobody waits for the countdown.
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms > 1000 ? ms : 0)),
      },
      spool,
      upload: {
        ...uploads,
        async begin(facts, source) {
          await uploads.begin(facts, source)
          await uploads.assign(facts.id, articleId)
        },
      },
      encode: (_, listener) => {
        ;({ onChunk } = listener)
        return {
          mime: 'video/webm;codecs=vp9,opus',
          start: () => undefined,
          pause: () => undefined,
          resume: () => undefined,
          async stop() {
            if (lastChunk !== null) onChunk(lastChunk)
          },
        }
      },
      onState: () => undefined,
    })
    const capture = {
      stream: new MediaStream(),
      onEnded: () => undefined,
      onDeviceLost: () => undefined,
      close: () => undefined,
    }
    await recording.start({ owner, open: () => Promise.resolve(capture), context: null })
  },
  async feedFile(url, durationMs) {
    const file = await (await fetch(url)).blob()
    const count = Math.round(durationMs / chunkMs)
    const cut = (index: number) => Math.round((file.size * index) / count)
    for (let index = 0; index < count - 1; index++) await feed(file.slice(cut(index), cut(index + 1)))
    lastChunk = file.slice(cut(count - 1))
  },
  async feedChunks(count, bytes) {
    const content = crypto.getRandomValues(new Uint8Array(bytes))
    for (let index = 0; index < count; index++) await feed(new Blob([content]))
  },
  async stop() {
    const stoppedAt = Date.now()
    await recording?.stop()
    return { stoppedAt, acceptedAt: Date.now() }
  },
  async list() {
    const begun = performance.now()
    const found = await spool.list(owner)
    return { ms: performance.now() - begun, recordings: found.length, elapsed: found[0]?.elapsed ?? 0 }
  },
}
