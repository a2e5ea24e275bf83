/** An in-memory server that stores parts like the real one, and a transport that can be made to fail. */
import type { RecordingMark } from '@knowreel/shared/video/paragraph/recording-marks.ts'
import { parseRangeHeader } from '@knowreel/shared/video/upload/upload-protocol.ts'
import type { Connection, PartTransport, UploadCalls } from './upload-ports.ts'

export type PutFault =
  | { readonly cutAfter: number }
  | { readonly answer: number; readonly code?: string }
  | 'stall'
  /** Everything is stored, but the response never arrives. */
  | 'lost answer'

type StoredPart = { bytes: Uint8Array; isComplete: boolean; after: string | null }

export class RefusedError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

export class FakeServer {
  readonly parts = new Map<string, StoredPart>()
  readonly accepted: string[][] = []
  readonly acceptedFor: (string | null)[] = []
  readonly acceptedMarks: (readonly RecordingMark[])[] = []
  acceptFault: RefusedError | null = null
  /** For each PUT: its first byte within the part, and the number of bytes. */
  readonly puts: { id: string; first: number; bytes: number }[] = []
  /** Consumed one by one by the next PUTs. */
  faults: PutFault[] = []
  statuses: { status: 'processing' | 'finished' | 'error'; progress: number; error: string | null }[] = []
  urlFaults: unknown[] = []
  isUrlExpired = false

  get content(): Uint8Array {
    const parts = (this.accepted.at(-1) ?? []).map((id) => this.parts.get(id)?.bytes ?? new Uint8Array())
    const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const part of parts) {
      whole.set(part, at)
      at += part.length
    }
    return whole
  }

  readonly calls: UploadCalls = {
    url: async ({ after, id }) => {
      const fault = this.urlFaults.shift()
      if (fault !== undefined) throw fault
      if (id !== undefined) {
        if (!this.parts.has(id)) throw new RefusedError(404, 'not_found')
        this.isUrlExpired = false
        return { id, url: id }
      }
      if (after !== undefined && !this.parts.get(after)?.isComplete) throw new RefusedError(409, 'part_missing')
      const made = `p${this.parts.size + 1}`
      this.parts.set(made, { bytes: new Uint8Array(), isComplete: false, after: after ?? null })
      return { id: made, url: made }
    },
    accept: async ({ parts, articleId, marks }) => {
      if (this.acceptFault !== null) throw this.acceptFault
      if (!parts.every((id) => this.parts.get(id)?.isComplete)) throw new RefusedError(409, 'part_missing')
      this.accepted.push(parts)
      this.acceptedFor.push(articleId ?? null)
      this.acceptedMarks.push(marks ?? [])
      return { id: 'v1' }
    },
    status: async () => {
      const { status, progress, error } = this.statuses.shift() ?? { status: 'finished', progress: 100, error: null }
      return { status, progress, error, video: null, steps: [] }
    },
  }

  /** How many PUTs have stalled so far. */
  stalledPuts = 0

  readonly transport: PartTransport = {
    put: async (url, body, headers, { signal, onProgress }) => {
      const fault = this.faults.shift()
      const range = headers['content-range']
      const { first, total } = (range === undefined ? null : parseRangeHeader(range)) ?? { first: 0, total: body.size }
      if (this.isUrlExpired) return { status: 403, code: 'forbidden' }
      const part = this.parts.get(url)
      if (part === undefined) return { status: 404, code: 'not_found' }
      if (typeof fault === 'object' && 'answer' in fault) return { status: fault.answer, code: fault.code ?? null }
      if (fault === 'stall') {
        onProgress(1)
        this.stalledPuts++
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
      }
      if (first > part.bytes.length) return { status: 409, code: 'part_offset' }
      const sent = typeof fault === 'object' ? body.slice(0, fault.cutAfter) : body
      this.puts.push({ id: url, first, bytes: sent.size })
      const bytes = new Uint8Array(first + sent.size)
      bytes.set(part.bytes.subarray(0, first))
      bytes.set(new Uint8Array(await sent.arrayBuffer()), first)
      part.bytes = bytes
      onProgress(sent.size)
      if (typeof fault === 'object') throw new Error('The connection was lost')
      part.isComplete = bytes.length === total
      if (fault === 'lost answer') throw new Error('The connection was lost')
      return { status: 200, code: null }
    },
    head: async (url) => {
      const part = this.parts.get(url)
      const status = part === undefined ? 404 : 200
      return { status, code: null, offset: part?.bytes.length ?? 0, isComplete: part?.isComplete ?? false }
    },
  }
}

export function fakeConnection(): Connection & { setOnline(isOnline: boolean): void } {
  let isOnline = true
  let back = Promise.withResolvers<void>()
  return {
    isOnline: () => isOnline,
    waitForReconnect: (signal) =>
      Promise.race([back.promise, new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))]),
    setOnline(next) {
      isOnline = next
      if (!next) return
      back.resolve()
      back = Promise.withResolvers()
    },
  }
}
