/** One request to a speech service: patient with services that are busy, strict with what they answer. */
import { setTimeout as delay } from 'node:timers/promises'
import { parseRetryAfter } from '../../../platform/http/retry-after.ts'
import { SpeechFault } from '../speech-engine.ts'

const maxAttempts = 4
const maxAnswerBytes = 50_000_000
const maxWaitMs = 60_000

export type ServiceRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Called for each attempt. */
  readonly body: () => BodyInit
  readonly signal: AbortSignal
  /** The time limit of one attempt. */
  readonly timeoutMs: number
  /** The first wait between attempts; doubled each time. */
  readonly waitMs?: number
}

/** The parsed JSON of the answer. Throws a SpeechFault. */
export async function requestSpeech(request: ServiceRequest): Promise<unknown> {
  let wait = request.waitMs ?? 1000
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptRequest(request)
    request.signal.throwIfAborted()
    if ('answer' in outcome) return outcome.answer
    if (outcome.fault.isPermanent || attempt === maxAttempts) throw outcome.fault
    await delay(Math.min(maxWaitMs, outcome.retryAfterMs ?? wait), undefined, { signal: request.signal })
    wait *= 2
  }
}

type Outcome = { readonly answer: unknown } | { readonly fault: SpeechFault; readonly retryAfterMs: number | null }

const failed = (fault: SpeechFault, retryAfterMs: number | null = null): Outcome => ({ fault, retryAfterMs })

async function attemptRequest({ url, headers, body, signal, timeoutMs }: ServiceRequest): Promise<Outcome> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    const response = await fetch(url, { method: 'POST', headers, body: body(), signal: limit, redirect: 'error' })
    if (!response.ok) {
      await response.body?.cancel()
      const reason = `status ${response.status}`
      const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'))
      if (response.status === 429) return failed(new SpeechFault('service_busy', reason), retryAfterMs)
      if (response.status >= 500) return failed(new SpeechFault('service_unreachable', reason), retryAfterMs)
      return failed(new SpeechFault('service_refused', reason, true))
    }
    const text = await readText(response)
    try {
      return { answer: JSON.parse(text) as unknown }
    } catch {
      return failed(new SpeechFault('service_unreadable', `${text.length} characters that are no JSON`))
    }
  } catch (error) {
    if (error instanceof SpeechFault) return failed(error)
    const reason = error instanceof Error ? `${error.name} ${describeCause(error)}` : 'unknown'
    return failed(new SpeechFault('service_unreachable', reason))
  }
}

/** Never the message, which may contain the address with a key in it. */
const describeCause = ({ cause }: Error): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : ''

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length > maxAnswerBytes) throw new SpeechFault('service_unreadable', 'the answer is too long', true)
  }
  return text + decoder.decode()
}
