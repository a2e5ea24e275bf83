import { StartupError } from './startup-error.ts'

type Prices = { readonly input: number | null; readonly output: number | null; readonly image: number | null }

/** A model behind an address that speaks the OpenAI protocol. */
export type AiModel = {
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly model: string
}

export type AiModels = {
  readonly text: AiModel | null
  readonly image: AiModel | null
  readonly prices: Prices
  /** `host` or `host:port` of models in the operator's own network. */
  readonly allowedHosts: readonly string[]
}

export const noAiModels: AiModels = {
  text: null,
  image: null,
  prices: { input: null, output: null, image: null },
  allowedHosts: [],
}

type Values = {
  AI_BASE_URL?: string | undefined
  AI_API_KEY?: string | undefined
  AI_MODEL?: string | undefined
  AI_IMAGE_BASE_URL?: string | undefined
  AI_IMAGE_API_KEY?: string | undefined
  AI_IMAGE_MODEL?: string | undefined
  AI_INPUT_PRICE?: string | undefined
  AI_OUTPUT_PRICE?: string | undefined
  AI_IMAGE_PRICE?: string | undefined
  AI_ALLOWED_HOSTS?: string | undefined
}

/** An incomplete model stops the start, because otherwise it would fail with the first question. */
export function readAiModels(values: Values): AiModels {
  const { AI_BASE_URL: baseUrl, AI_MODEL: model, AI_IMAGE_MODEL: imageModel } = values
  if (model !== undefined && baseUrl === undefined) throw new StartupError('AI_MODEL needs AI_BASE_URL.')
  if (baseUrl !== undefined && model === undefined && imageModel === undefined)
    throw new StartupError('AI_BASE_URL needs AI_MODEL or AI_IMAGE_MODEL.')
  const imageUrl = values.AI_IMAGE_BASE_URL ?? baseUrl
  if (imageModel !== undefined && imageUrl === undefined)
    throw new StartupError('AI_IMAGE_MODEL needs AI_IMAGE_BASE_URL or AI_BASE_URL.')
  // The key of one provider is not sent to another one.
  const imageKey = values.AI_IMAGE_API_KEY ?? (imageUrl === baseUrl ? values.AI_API_KEY : undefined)
  return {
    text: baseUrl && model ? { baseUrl, apiKey: values.AI_API_KEY ?? null, model } : null,
    image: imageUrl && imageModel ? { baseUrl: imageUrl, apiKey: imageKey ?? null, model: imageModel } : null,
    prices: {
      input: readPrice(values.AI_INPUT_PRICE),
      output: readPrice(values.AI_OUTPUT_PRICE),
      image: readPrice(values.AI_IMAGE_PRICE),
    },
    allowedHosts: (values.AI_ALLOWED_HOSTS ?? '')
      .split(',')
      .map((host) => host.trim())
      .filter((host) => host !== ''),
  }
}

export function isModelAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash
}

export const isPrice = (text: string): boolean => Number.isFinite(Number(text)) && Number(text) >= 0

const readPrice = (text: string | undefined): number | null => (text === undefined ? null : Number(text))
