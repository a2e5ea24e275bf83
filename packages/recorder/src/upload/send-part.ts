/**
 * Sends one part to the server, however often the connection breaks: it queries how much is stored and sends only the
 * rest. A PUT without progress counts as lost after a while.
 */
import { formatDigestHeader, formatRangeHeader } from '@knowreel/shared/video/upload/upload-protocol.ts'
import { minRefusedBytes } from './part-size.ts'
import { errorStatusOf } from './retry.ts'
import type { PartResponse, PartTransport, UploadCalls } from './upload-ports.ts'

/** The server no longer has the part: removed after a week, or lost with its disk. */
export class PartExpired extends Error {
  override name = 'PartExpired'
}

/** Retrying has the same result. */
export class PartRefused extends Error {
  override name = 'PartRefused'
}

export type PartToSend = {
  readonly id: string
  /** Null: the URL must be requested. */
  readonly url: string | null
  /** Some of its bytes may be on the server. */
  readonly isStarted: boolean
  readonly size: number
}

type SendPartOptions = {
  readonly calls: Pick<UploadCalls, 'url'>
  readonly transport: PartTransport
  readonly signal: AbortSignal
  readonly stallMs: number
  /** Bytes of this part, relative to its start. */
  readonly slice: (start: number, end: number) => Promise<Blob>
  /** How many bytes of the part have arrived or are being sent. */
  readonly onProgress: (bytes: number) => void
  /**
   * Called after a lost connection or a server error; resolves when it is time to retry, and rejects if no retry is
   * allowed.
   */
  readonly retry: (error: unknown, hasProgress: boolean) => Promise<void>
}

/** Resolves to the size of the part, which is smaller than requested if a proxy refused a body of that size. */
export async function sendPart(sending: SendPartOptions, part: PartToSend): Promise<number> {
  const { calls, transport, signal } = sending
  let { url, size } = part
  let isKnown = !part.isStarted
  let offset = 0
  let before = 0
  const digests = createDigestCache(sending.slice)
  for (;;) {
    try {
      url ??= (await calls.url({ id: part.id }, signal)).url
      if (!isKnown) {
        const there = await transport.head(url, signal)
        if (there.status === 403) {
          url = null
          throw new Error('The URL of the part has expired')
        }
        checkHead(there)
        if (there.isComplete) return there.offset
        isKnown = true
        // The part was larger before a proxy refused it.
        size = Math.max(size, there.offset)
        // Everything is stored, but the server stopped before responding: sending the last byte again makes it check.
        offset = Math.min(there.offset, size - 1)
        sending.onProgress(offset)
      }
      const answer = await put(sending, url, { offset, size, digest: await digests.of(size) })
      const next = nextStepFor(answer, { offset, size })
      if (next === 'done') return size
      if (next === 'new address') url = null
      if (typeof next === 'number') size = next
      isKnown = typeof next === 'number'
      if (next === 'again') await sending.retry(new Error(`A part was answered ${answer.status}`), offset > before)
    } catch (error) {
      if (signal.aborted || error instanceof PartExpired || error instanceof PartRefused) throw error
      if (errorStatusOf(error) === 404) throw new PartExpired()
      await sending.retry(error, offset > before)
      isKnown = false
    }
    before = offset
  }
}

type NextStep = 'done' | 'again' | 'new address' | 'ask' | number

function nextStepFor({ status, code }: PartResponse, { offset, size }: { offset: number; size: number }): NextStep {
  if (status === 200) return 'done'
  if (status === 403) return 'new address'
  if (status === 404) throw new PartExpired()
  if (status === 409 && code === 'part_offset') return 'ask'
  if (status === 413) return reduceSize(offset, size)
  // Damaged in transit: the server has discarded its content.
  if (status === 422 && code === 'part_damaged') return 'again'
  if (status >= 400 && status < 500 && status !== 408 && status !== 429)
    throw new PartRefused(`${status} ${code ?? ''}`)
  return 'again'
}

/** A proxy accepts only smaller bodies, or refused this one by mistake: half of what is left is tried. */
function reduceSize(offset: number, size: number): number {
  const rest = size - offset
  if (rest <= minRefusedBytes) throw new PartRefused('413')
  return offset + Math.ceil(rest / 2)
}

function checkHead({ status }: PartResponse): void {
  if (status === 200) return
  if (status === 404) throw new PartExpired()
  throw new Error(`A part was answered ${status}`)
}

async function put(
  { transport, signal, stallMs, slice, onProgress }: SendPartOptions,
  url: string,
  { offset, size, digest }: { offset: number; size: number; digest: string | null },
): Promise<PartResponse> {
  const attempt = new AbortController()
  const end = () => attempt.abort(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  const stalled = () => attempt.abort(new Error('The upload made no progress'))
  let watch = setTimeout(stalled, stallMs)
  try {
    const body = await slice(offset, size)
    // The abort may have happened while the part was read and hashed; its event does not fire again.
    signal.throwIfAborted()
    return await transport.put(
      url,
      body,
      {
        'content-type': 'application/octet-stream',
        ...(offset === 0 ? {} : { 'content-range': formatRangeHeader({ first: offset, total: size }) }),
        ...(digest === null ? {} : { 'repr-digest': formatDigestHeader(digest) }),
      },
      {
        signal: attempt.signal,
        onProgress(bytes) {
          clearTimeout(watch)
          watch = setTimeout(stalled, stallMs)
          onProgress(offset + bytes)
        },
      },
    )
  } finally {
    clearTimeout(watch)
    signal.removeEventListener('abort', end)
  }
}

/** A part is read and hashed once, however often it is sent. */
function createDigestCache(slice: SendPartOptions['slice']) {
  let last: { readonly size: number; readonly digest: string | null } | null = null
  return {
    async of(size: number): Promise<string | null> {
      if (last?.size !== size) last = { size, digest: await digestOf(await slice(0, size)) }
      return last.digest
    },
  }
}

/** Null on plain http, where browsers have no digest; the server then checks the length only. */
async function digestOf(part: Blob): Promise<string | null> {
  if (globalThis.crypto?.subtle === undefined) return null
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await part.arrayBuffer()))
  return btoa(String.fromCharCode(...digest))
}
