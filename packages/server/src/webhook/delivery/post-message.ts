/** One attempt: an HTTP request to an address that a company chose. Never throws. */
import { webhookLimits } from '@knowreel/shared/webhook/webhook-events.ts'
import { toStorableText } from '../../platform/database/storable-text.ts'
import { FetchRedirected, FetchRefused } from '../../platform/fetch/index.ts'
import type { AttemptResult } from './delivery.queries.ts'
import { readRetryAfter } from './retry-schedule.ts'

export type PostOptions = {
  readonly fetch: typeof globalThis.fetch
  readonly timeoutMs: number
  readonly now: Date
}

type Message = { readonly url: string; readonly body: string; readonly headers: Readonly<Record<string, string>> }

type PostResult = AttemptResult & { readonly retryAfterMs: number }

export async function postMessage(
  { url, body, headers }: Message,
  { fetch, timeoutMs, now }: PostOptions,
): Promise<PostResult> {
  const startedAt = performance.now()
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  const timedOut = new Promise<never>((_resolve, reject) =>
    timeout.signal.addEventListener('abort', () => reject(new Error('The time is up')), { once: true }),
  )
  const end = (result: Partial<PostResult>): PostResult => ({
    responseStatus: null,
    responseBody: null,
    error: null,
    retryAfterMs: 0,
    ...result,
    durationMs: Math.round(performance.now() - startedAt),
  })
  try {
    const sent = fetch(url, {
      method: 'POST',
      body,
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Knowreel-Webhooks/1' },
      signal: timeout.signal,
    })
    // Names are looked up without the signal.
    const response = await Promise.race([sent, timedOut])
    return end({
      responseStatus: response.status,
      responseBody: await readBeginning(response),
      retryAfterMs: readRetryAfter(response.headers.get('retry-after'), now),
    })
  } catch (error) {
    if (error instanceof FetchRedirected) return end({ responseStatus: error.status, error: 'redirect' })
    if (error instanceof FetchRefused) return end({ error: 'refused' })
    return end({ error: timeout.signal.aborted ? 'timeout' : 'unreachable' })
  } finally {
    clearTimeout(timer)
    // Ends a request or response that continues.
    timeout.abort()
  }
}

/** A response that is cut off counts: its status is known. */
async function readBeginning(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk as Uint8Array)
      size += (chunk as Uint8Array).length
      if (size >= webhookLimits.responseBytes) break
    }
  } catch {
    // Cut off.
  }
  const bytes = Buffer.concat(chunks).subarray(0, webhookLimits.responseBytes)
  return toStorableText(new TextDecoder().decode(bytes))
}
