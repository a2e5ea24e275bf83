/** A JSON schema as rows for people: name, type in one line, and further constraints. */
import type { JsonSchema } from './openapi.ts'

export type Field = {
  readonly name: string
  readonly depth: number
  readonly type: string
  readonly isRequired: boolean
  readonly notes: readonly string[]
}

type NamedSchemas = { readonly [name: string]: JsonSchema }

/** The fields of an object, followed by those of nested objects. A recursive schema is expanded once. */
export function listFields(schema: JsonSchema, named: NamedSchemas, depth = 0, open: readonly string[] = []): Field[] {
  const { shape, name } = findObject(schema, named)
  if (shape === null || (name !== null && open.includes(name))) return []
  const opened = name === null ? open : [...open, name]
  const required = new Set(Array.isArray(shape['required']) ? shape['required'] : [])
  return Object.entries((shape['properties'] ?? {}) as NamedSchemas).flatMap(([field, inner]) => [
    {
      name: field,
      depth,
      type: describeType(inner),
      isRequired: required.has(field),
      notes: describeLimits(inner),
    },
    ...listFields(inner, named, depth + 1, opened),
  ])
}

/** The object in a schema: the schema itself, the items of a list, or the only choice that is an object. */
function findObject(schema: JsonSchema, named: NamedSchemas): { shape: JsonSchema | null; name: string | null } {
  const ref = schema['$ref']
  if (typeof ref === 'string') {
    const name = refName(ref)
    const target = named[name]
    return { shape: target === undefined ? null : findObject(target, named).shape, name }
  }
  if (schema['properties'] !== undefined) return { shape: schema, name: null }
  if (isSchema(schema['items'])) return findObject(schema['items'], named)
  for (const choice of schemaChoices(schema)) {
    const found = findObject(choice, named)
    if (found.shape !== null) return found
  }
  return { shape: null, name: null }
}

export function describeType(schema: JsonSchema): string {
  if (typeof schema['$ref'] === 'string') return refName(schema['$ref'])
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (isShortEnum(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ')
  const choices = schemaChoices(schema)
  if (choices.length > 0) return [...new Set(choices.map(describeType))].join(' | ')
  if (isSchema(schema['items'])) {
    const item = describeType(schema['items'])
    return item.includes(' ') ? `(${item})[]` : `${item}[]`
  }
  if (Array.isArray(schema['type'])) return schema['type'].join(' | ')
  if (typeof schema['format'] === 'string') return schema['format']
  return typeof schema['type'] === 'string' ? schema['type'] : 'any'
}

const maxEnumValues = 12

const isShortEnum = (values: unknown): values is unknown[] => Array.isArray(values) && values.length <= maxEnumValues

function describeLimits(schema: JsonSchema): string[] {
  const inner = schemaChoices(schema).find((choice) => choice['type'] !== 'null')
  const limits = { ...inner, ...schema }
  const notes: string[] = []
  const range = (least: unknown, most: unknown, unit: string) => {
    if (least !== undefined && most !== undefined) notes.push(`${number(least)} to ${number(most)}${unit}`)
    else if (least !== undefined) notes.push(`at least ${number(least)}${unit}`)
    else if (most !== undefined) notes.push(`at most ${number(most)}${unit}`)
  }
  range(limits['minLength'], limits['maxLength'], ' characters')
  range(limits['minItems'], limits['maxItems'], ' items')
  range(limits['minimum'], limits['maximum'], '')
  if (typeof limits['pattern'] === 'string' && limits['format'] === undefined)
    notes.push(`matches ${limits['pattern']}`)
  if (Array.isArray(limits['enum']) && !isShortEnum(limits['enum'])) notes.push(`one of ${limits['enum'].length}`)
  if (limits['default'] !== undefined) notes.push(`default ${JSON.stringify(limits['default'])}`)
  return notes
}

const number = (value: unknown) => Number(value).toLocaleString('en')

const schemaChoices = (schema: JsonSchema): JsonSchema[] =>
  [schema['anyOf'], schema['oneOf'], schema['allOf']].flatMap((choices) =>
    Array.isArray(choices) ? (choices as JsonSchema[]) : [],
  )

const refName = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
