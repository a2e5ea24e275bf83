import { CallRefused, type CatalogueClient } from '../catalogue-client.ts'

export type ToolContext = {
  readonly call: CatalogueClient
  /** Links begin with it. */
  readonly baseUrl: string
}

type ToolResult = {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

/** In UTF-16 units: models read at most about 25 kB of one result well. */
export const maxResultLength = 25_000

/** The text for the model, and the same as data. A refusal becomes a result that says what went wrong. */
export async function toResult(
  run: () => Promise<{ readonly text: string; readonly data: Record<string, unknown> }>,
): Promise<ToolResult> {
  try {
    const { text, data } = await run()
    return { content: [{ type: 'text', text }], structuredContent: data }
  } catch (error) {
    if (error instanceof CallRefused && error.status < 500) return refusal(error.message)
    if (error instanceof CallRefused && error.status === 503) return refusal(`${error.message}. Try again later`)
    throw error
  }
}

const refusal = (text: string): ToolResult => ({ content: [{ type: 'text', text }], isError: true })
