/** An address that speaks the OpenAI protocol, and what using it costs. */
export type Prices = {
  /** Per million tokens. */
  readonly input: number | null
  readonly output: number | null
  /** Per picture. */
  readonly image: number | null
}

/** Embedding models write nothing. */
export const embeddingPrices = (input: number | null): Prices => ({ input, output: null, image: null })

export type ModelEndpoint = {
  readonly baseUrl: string
  /** Local models need none. */
  readonly apiKey: string | null
  readonly model: string
  readonly prices: Prices
  /** Entered by the company, so that only checked addresses are connected to. */
  readonly isOfCompany: boolean
}

export type Usage = { readonly input: number; readonly output: number; readonly images: number }

/** Null without prices. */
export function costOf({ input, output, image }: Prices, used: Usage): number | null {
  if (input === null && output === null && image === null) return null
  return (used.input * (input ?? 0) + used.output * (output ?? 0)) / 1_000_000 + used.images * (image ?? 0)
}

/** For models that do not report it: four bytes make about one token. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4)
