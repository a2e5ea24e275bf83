/** Reads the JSON in the text of a model, which often adds a sentence or a code fence. */
import type * as z from 'zod'

export type ParsedJson<Data> = { readonly data: Data } | { readonly problem: string }

export function parseModelJson<Shape extends z.ZodType>(text: string, shape: Shape): ParsedJson<z.output<Shape>> {
  const json = outermostJson(text)
  if (json === null) return { problem: 'It contains no JSON.' }
  try {
    const read = shape.safeParse(JSON.parse(json))
    if (read.success) return { data: read.data }
    const [issue] = read.error.issues
    return { problem: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'wrong shape'}.` }
  } catch {
    return { problem: 'It cannot be parsed.' }
  }
}

function outermostJson(text: string): string | null {
  const start = text.search(/[[{]/)
  if (start === -1) return null
  const end = text.lastIndexOf(text[start] === '{' ? '}' : ']')
  return end > start ? text.slice(start, end + 1) : null
}
