/**
 * Requests to a model: streamed text, pictures and embeddings. The libraries are loaded with the first request. Nothing is repeated
 * once something was shown; before that, a busy or failing server is tried again when waiting is short.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type { GuardedFetch } from '../../platform/fetch/index.ts'
import { estimateTokens, type ModelEndpoint, type Usage } from './model-endpoint.ts'
import { retryDelay, toModelError } from './model-errors.ts'
import { createWatchdog, modelTimes, type ModelTimes } from './watchdog.ts'

export type Message = { readonly role: 'user' | 'assistant'; readonly content: string }

export type TextRequest = {
  readonly instructions: string
  readonly messages: readonly Message[]
  readonly signal: AbortSignal
  /** A longer text is cut there, which also ends a model that never stops. */
  readonly maxCharacters: number
  readonly onDelta?: (delta: string) => void
}

export type ModelClient = {
  /** `onUsage` receives what was used also when the request fails. */
  text(endpoint: ModelEndpoint, request: TextRequest, onUsage: OnUsage): Promise<string>
  image(endpoint: ModelEndpoint, request: ImageRequest, onUsage: OnUsage): Promise<Buffer>
  embed(endpoint: ModelEndpoint, request: EmbedRequest, onUsage: OnUsage): Promise<number[][]>
}

export type ImageRequest = { readonly prompt: string; readonly signal: AbortSignal }
export type EmbedRequest = { readonly texts: readonly string[]; readonly signal: AbortSignal }
export type OnUsage = (usage: Usage, isEstimated: boolean) => void

const maxAttempts = 3
/** A picture arrives in one piece. */
const imageTimes: ModelTimes = { ...modelTimes, firstMs: 3 * 60_000 }

type Options = { readonly guarded: GuardedFetch; readonly times?: ModelTimes }

export function createModelClient({ guarded, times = modelTimes }: Options): ModelClient {
  async function providerOf({ baseUrl, apiKey, isOfCompany }: ModelEndpoint) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    return createOpenAICompatible({
      name: 'model',
      baseURL: baseUrl.replace(/\/+$/, ''),
      includeUsage: true,
      // Azure reads its own header.
      ...(apiKey !== null && { apiKey, headers: { 'api-key': apiKey } }),
      ...(isOfCompany && { fetch: guarded.fetch }),
    })
  }

  async function attemptText(endpoint: ModelEndpoint, request: TextRequest, onUsage: OnUsage): Promise<string> {
    const { streamText } = await import('ai')
    const provider = await providerOf(endpoint)
    const watchdog = createWatchdog(request.signal, times)
    const sent = estimateTokens(request.instructions + request.messages.map(({ content }) => content).join(''))
    let text = ''
    let isReported = false
    // A request that the server refuses costs nothing.
    let isAccepted = false
    const abort = new AbortController()
    try {
      const { stream } = streamText({
        model: provider(endpoint.model),
        instructions: request.instructions,
        messages: request.messages.map(({ role, content }) => ({ role, content })),
        maxRetries: 0,
        abortSignal: AbortSignal.any([watchdog.signal, abort.signal]),
        onError: () => {},
      })
      for await (const part of stream) {
        if (part.type === 'error') throw part.error
        isAccepted ||= part.type === 'start-step'
        if (part.type === 'text-delta' && part.text !== '') {
          const room = request.maxCharacters - text.length
          const delta = part.text.slice(0, room)
          text += delta
          request.onDelta?.(delta)
          watchdog.alive()
          if (part.text.length >= room) {
            abort.abort()
            break
          }
        }
        if (part.type === 'finish') {
          const { inputTokens, outputTokens } = part.totalUsage
          if (inputTokens !== undefined && outputTokens !== undefined) {
            isReported = true
            onUsage({ input: inputTokens, output: outputTokens, images: 0 }, false)
          }
        }
      }
      watchdog.signal.throwIfAborted()
    } catch (error) {
      throw new AttemptFailed(watchdog.signal.aborted ? watchdog.signal.reason : error, text !== '')
    } finally {
      watchdog.stop()
      if (isAccepted && !isReported) onUsage({ input: sent, output: estimateTokens(text), images: 0 }, true)
    }
    if (text.trim() === '') throw new AttemptFailed(new AppError('ai_failed'), false)
    return text
  }

  async function attemptImage(endpoint: ModelEndpoint, request: ImageRequest, onUsage: OnUsage): Promise<Buffer> {
    const { generateImage } = await import('ai')
    const provider = await providerOf(endpoint)
    const watchdog = createWatchdog(request.signal, times === modelTimes ? imageTimes : times)
    try {
      const { image } = await generateImage({
        model: provider.imageModel(endpoint.model),
        prompt: request.prompt,
        n: 1,
        maxRetries: 0,
        abortSignal: watchdog.signal,
        // Addresses of pictures would have to be fetched.
        providerOptions: { model: { response_format: 'b64_json' } },
      })
      onUsage({ input: estimateTokens(request.prompt), output: 0, images: 1 }, true)
      return Buffer.from(image.uint8Array)
    } catch (error) {
      throw new AttemptFailed(watchdog.signal.aborted ? watchdog.signal.reason : error, false)
    } finally {
      watchdog.stop()
    }
  }

  async function attemptEmbed(endpoint: ModelEndpoint, request: EmbedRequest, onUsage: OnUsage): Promise<number[][]> {
    const { embedMany } = await import('ai')
    const provider = await providerOf(endpoint)
    const watchdog = createWatchdog(request.signal, times)
    try {
      const { embeddings, usage } = await embedMany({
        model: provider.embeddingModel(endpoint.model),
        values: [...request.texts],
        maxRetries: 0,
        abortSignal: watchdog.signal,
      })
      const isReported = Number.isFinite(usage.tokens) && usage.tokens > 0
      const tokens = isReported ? usage.tokens : estimateTokens(request.texts.join(''))
      onUsage({ input: tokens, output: 0, images: 0 }, !isReported)
      if (embeddings.length !== request.texts.length) throw new AppError('ai_failed')
      return embeddings
    } catch (error) {
      throw new AttemptFailed(watchdog.signal.aborted ? watchdog.signal.reason : error, false)
    } finally {
      watchdog.stop()
    }
  }

  return {
    text: (endpoint, request, onUsage) => withRetries(request.signal, () => attemptText(endpoint, request, onUsage)),
    image: (endpoint, request, onUsage) => withRetries(request.signal, () => attemptImage(endpoint, request, onUsage)),
    embed: (endpoint, request, onUsage) => withRetries(request.signal, () => attemptEmbed(endpoint, request, onUsage)),
  }
}

class AttemptFailed extends Error {
  readonly isShown: boolean
  constructor(cause: unknown, isShown: boolean) {
    super('The attempt failed', { cause })
    this.isShown = isShown
  }
}

async function withRetries<Result>(signal: AbortSignal, attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof AttemptFailed)) throw error
      signal.throwIfAborted()
      const wait = error.isShown || tries === maxAttempts ? null : retryDelay(error.cause)
      if (wait === null) throw toModelError(error.cause)
      await delay(wait, undefined, { signal })
    }
  }
}
