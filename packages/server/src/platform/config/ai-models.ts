import { readHosts } from './read-hosts.ts'
import { StartupError } from './startup-error.ts'

type Prices = {
  readonly input: number | null
  readonly output: number | null
  readonly image: number | null
  readonly embedding: number | null
}

/** A model behind an address that speaks the OpenAI protocol. */
export type AiModel = {
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly model: string
}

export type AiModels = {
  readonly text: AiModel | null
  readonly image: AiModel | null
  /** Compares texts by their meaning. */
  readonly embedding: AiModel | null
  readonly prices: Prices
  /** `host` or `host:port` of models in the operator's own network. */
  readonly allowedHosts: readonly string[]
}

export const noAiModels: AiModels = {
  text: null,
  image: null,
  embedding: null,
  prices: { input: null, output: null, image: null, embedding: null },
  allowedHosts: [],
}

type Values = {
  AI_BASE_URL?: string | undefined
  AI_API_KEY?: string | undefined
  AI_MODEL?: string | undefined
  AI_IMAGE_BASE_URL?: string | undefined
  AI_IMAGE_API_KEY?: string | undefined
  AI_IMAGE_MODEL?: string | undefined
  AI_EMBEDDING_BASE_URL?: string | undefined
  AI_EMBEDDING_API_KEY?: string | undefined
  AI_EMBEDDING_MODEL?: string | undefined
  AI_INPUT_PRICE?: string | undefined
  AI_OUTPUT_PRICE?: string | undefined
  AI_IMAGE_PRICE?: string | undefined
  AI_EMBEDDING_PRICE?: string | undefined
  AI_ALLOWED_HOSTS?: string | undefined
}

/** An incomplete model stops the start, because otherwise it would fail with the first question. */
export function readAiModels(values: Values): AiModels {
  const { AI_BASE_URL: baseUrl, AI_MODEL: model } = values
  const { AI_IMAGE_MODEL: imageModel, AI_EMBEDDING_MODEL: embeddingModel } = values
  if (model !== undefined && baseUrl === undefined) throw new StartupError('AI_MODEL needs AI_BASE_URL.')
  if (baseUrl !== undefined && model === undefined && imageModel === undefined && embeddingModel === undefined)
    throw new StartupError('AI_BASE_URL needs AI_MODEL, AI_IMAGE_MODEL or AI_EMBEDDING_MODEL.')
  const other = (name: string, given: string | undefined, url = baseUrl, key?: string): AiModel | null => {
    if (given === undefined) return null
    if (url === undefined) throw new StartupError(`${name}_MODEL needs ${name}_BASE_URL or AI_BASE_URL.`)
    // The key of one provider is not sent to another one.
    return { baseUrl: url, apiKey: key ?? (url === baseUrl ? values.AI_API_KEY : null) ?? null, model: given }
  }
  return {
    text: baseUrl && model ? { baseUrl, apiKey: values.AI_API_KEY ?? null, model } : null,
    image: other('AI_IMAGE', imageModel, values.AI_IMAGE_BASE_URL, values.AI_IMAGE_API_KEY),
    embedding: other('AI_EMBEDDING', embeddingModel, values.AI_EMBEDDING_BASE_URL, values.AI_EMBEDDING_API_KEY),
    prices: {
      input: readPrice(values.AI_INPUT_PRICE),
      output: readPrice(values.AI_OUTPUT_PRICE),
      image: readPrice(values.AI_IMAGE_PRICE),
      embedding: readPrice(values.AI_EMBEDDING_PRICE),
    },
    allowedHosts: readHosts(values.AI_ALLOWED_HOSTS),
  }
}

export function isModelAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash
}

export const isPrice = (text: string): boolean => Number.isFinite(Number(text)) && Number(text) >= 0

const readPrice = (text: string | undefined): number | null => (text === undefined ? null : Number(text))
