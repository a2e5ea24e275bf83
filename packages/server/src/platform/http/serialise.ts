/** The wire format of responses, from their declarations. */
import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import { hash } from 'node:crypto'
import * as z from 'zod'

type JsonSchema = Record<string, unknown>

type Shape = { readonly toText: (value: unknown) => string; readonly hash: string }

const shapes = new WeakMap<z.ZodType, Shape>()

/** Compiled with its first use: the serialisers of all responses would take most of the time of a start. */
function shapeOf(response: z.ZodType): Shape {
  let shape = shapes.get(response)
  if (shape === undefined) {
    const schema = responseSchema(response)
    shape = { toText: fastJsonStringify(schema), hash: hash('sha256', JSON.stringify(schema), 'base64url') }
    shapes.set(response, shape)
  }
  return shape
}

export const serialise = (response: z.ZodType, value: unknown): string => shapeOf(response).toText(value)

/** Changes when the declaration of the response does. */
export const shapeHash = (response: z.ZodType): string => shapeOf(response).hash

/**
 * The JSON schema that fast-json-stringify uses for a response; fields it does not name never leave the server. `X or
 * null` becomes `nullable`, because the serialiser would otherwise validate every such value.
 */
function responseSchema(response: z.ZodType): Schema {
  const schema = z.toJSONSchema(response, { io: 'input', target: 'draft-7', unrepresentable: 'any' }) as JsonSchema
  delete schema['$schema']
  return foldNulls(schema) as Schema
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
