import * as z from 'zod'

type JsonSchema = Record<string, unknown>

/**
 * The JSON schema an answer is written with by fast-json-stringify; fields it does not name never leave the server.
 * `X or null` is folded into `nullable`, because the serialiser would otherwise validate every such value.
 */
export function answerSchema(gives: z.ZodType): JsonSchema {
  const schema = z.toJSONSchema(gives, { io: 'input', target: 'draft-7', unrepresentable: 'any' }) as JsonSchema
  delete schema['$schema']
  return foldNulls(schema) as JsonSchema
}

function foldNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(foldNulls)
  if (typeof value !== 'object' || value === null) return value
  const folded: JsonSchema = {}
  for (const [key, inner] of Object.entries(value)) folded[key] = foldNulls(inner)
  const choices = folded['anyOf']
  if (Array.isArray(choices) && choices.length === 2) {
    const [first, second] = choices as [JsonSchema, JsonSchema]
    if (second['type'] === 'null' && !('$ref' in first)) {
      const { anyOf: _, ...rest } = folded
      return { ...rest, ...first, nullable: true }
    }
  }
  return folded
}
