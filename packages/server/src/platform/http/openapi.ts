/** The catalogue as an OpenAPI 3.1 document, from the declarations that routes, checks and clients are made of. */
import type { Call, CallSet } from '@knowreel/shared/catalogue/call.ts'
import { errorCodes, type ErrorCode } from '@knowreel/shared/error/error-codes.ts'
import * as z from 'zod'

export type JsonSchema = { readonly [keyword: string]: unknown }
export type Catalogue = { readonly [feature: string]: CallSet }

export type OpenApiParameter = {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: JsonSchema
}
type Content = { readonly 'application/json': { readonly schema: JsonSchema; readonly examples?: unknown } }
type FormContent = { readonly 'multipart/form-data'?: { readonly schema: JsonSchema } }
export type OpenApiOperation = {
  readonly operationId: string
  readonly tags: readonly [string]
  readonly summary: string
  readonly description: string
  readonly 'x-allow': Call['allow']
  /** The scope that an API key needs; null if none is accepted. */
  readonly 'x-key-scope': string | null
  readonly security: readonly object[]
  readonly parameters: readonly OpenApiParameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Partial<Content> & FormContent }
  readonly responses: { readonly [status: string]: { readonly description: string; readonly content?: Content } }
}
export type OpenApi = {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: { readonly [path: string]: { readonly [method: string]: OpenApiOperation } }
  readonly components: { readonly schemas: Record<string, JsonSchema>; readonly securitySchemes: object }
}

export type OpenApiOptions = { readonly baseUrl?: string; readonly version?: string }

export function buildOpenApi(catalogue: Catalogue, { baseUrl = '/api', version = '0' }: OpenApiOptions = {}): OpenApi {
  const schemas: Record<string, JsonSchema> = { Error: errorSchema() }
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const [feature, calls] of Object.entries(catalogue)) {
    for (const [name, call] of Object.entries(calls)) {
      // Served with and without a trailing slash.
      const operations = (paths[call.path.replace(/(?<=.)\/$/, '')] ??= {})
      const method = call.method.toLowerCase()
      if (operations[method] !== undefined) throw new Error(`Two calls are ${call.method} ${call.path}`)
      operations[method] = toOperation(`${feature}.${name}`, feature, call, schemas)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Knowreel',
      version,
      description: 'All times are ISO 8601 in UTC. Ids may be given in either form.',
    },
    servers: [{ url: baseUrl }],
    tags: Object.keys(catalogue).map((name) => ({ name })),
    paths,
    components: { schemas, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  }
}

function toOperation(id: string, feature: string, call: Call, schemas: Record<string, JsonSchema>): OpenApiOperation {
  const body = toSchema(call.body, schemas)
  const hasBody = call.method !== 'GET' && !isEmpty(body)
  return {
    operationId: id,
    tags: [feature],
    summary: call.summary,
    description: describeAccess(call),
    'x-allow': call.allow,
    'x-key-scope': call.key?.scope ?? null,
    security: securityOf(call),
    parameters: [...pathParameters(call), ...queryParameters(toSchema(call.query, schemas))],
    ...(hasBody || call.acceptsFile
      ? {
          requestBody: {
            required: isBodyRequired(call),
            content: { ...(hasBody ? jsonContent(body) : {}), ...formContent(call) },
          },
        }
      : {}),
    responses: {
      200: { description: 'Done', content: jsonContent(toSchema(call.response, schemas)) },
      ...(call.isVersioned && { 304: { description: 'Unchanged since the response with the ETag in If-None-Match' } }),
      ...errorResponses(errorsOfCall(call)),
    },
  }
}

const isBodyRequired = ({ body, acceptsFile }: Call): boolean => acceptsFile || !body.safeParse(undefined).success

const formContent = ({ acceptsFile }: Call): FormContent =>
  acceptsFile
    ? {
        'multipart/form-data': {
          schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
        },
      }
    : {}

/** A permission may be open to guests; only its rule knows. */
function securityOf({ allow }: Call): object[] {
  if (allow === 'guest') return []
  return typeof allow === 'object' ? [{ bearer: [] }, {}] : [{ bearer: [] }]
}

const pathParameters = (call: Call): OpenApiParameter[] =>
  [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

function queryParameters(schema: JsonSchema): OpenApiParameter[] {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  return Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).map(([name, field]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: field,
  }))
}

function errorResponses(codes: readonly ErrorCode[]): OpenApiOperation['responses'] {
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code].status)
  return Object.fromEntries([...byStatus].map(([status, same]) => [status, errorResponse(same)]))
}

function errorResponse(codes: readonly ErrorCode[]) {
  const schema = { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] }
  const examples = Object.fromEntries(
    codes.map((code) => [code, { value: { error: errorCodes[code].message, code, requestId: exampleRequestId } }]),
  )
  const description = codes.map((code) => errorCodes[code].message).join(' · ')
  return { description, content: { 'application/json': { schema, examples } } }
}

const exampleRequestId = '0191d7c2-5b0e-4c7a-9a55-2f6f6f1f0c11'

/** The shape that the error mapper writes. */
const errorSchema = (): JsonSchema => ({
  type: 'object',
  description: 'Either `error` or `errors`; further facts may follow.',
  properties: {
    error: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, message: { type: 'string' } },
        required: ['field', 'message'],
      },
    },
    code: { type: 'string', enum: Object.keys(errorCodes) },
    requestId: { type: 'string' },
    company: { type: 'boolean', const: true },
    userInactiveInCompany: { type: 'boolean', const: true },
  },
  required: ['code', 'requestId'],
})

const jsonContent = (schema: JsonSchema): Content => ({ 'application/json': { schema } })

const isEmpty = (schema: JsonSchema): boolean =>
  Array.isArray(schema['anyOf'])
    ? schema['anyOf'].every((one: JsonSchema) => one['type'] === 'null' || isEmpty(one))
    : schema['type'] === 'object' &&
      Object.keys(schema['properties'] ?? {}).length === 0 &&
      schema['additionalProperties'] === false

/** The wire format. Named nested shapes move to the document's components and are referenced. */
function toSchema(type: z.ZodType, schemas: Record<string, JsonSchema>): JsonSchema {
  const { $schema: _, $defs, ...schema } = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, JsonSchema>)) {
    schemas[name] = tidySchema(definition) as JsonSchema
  }
  return tidySchema(schema) as JsonSchema
}

function tidySchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidySchema)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([keyword, inner]) => !isRedundantKeyword(keyword, inner, value))
  return Object.fromEntries(
    kept.map(([keyword, inner]) => [keyword, keyword === '$ref' ? toComponentRef(inner) : tidySchema(inner)]),
  )
}

const toComponentRef = (ref: unknown) => String(ref).replace('#/$defs/', '#/components/schemas/')

/** The bounds of safe integers, and patterns that only spell out a format. */
const isRedundantKeyword = (keyword: string, value: unknown, schema: object): boolean =>
  (keyword === 'pattern' && 'format' in schema && typeof schema.format === 'string') ||
  ((keyword === 'minimum' || keyword === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER)

/** Every error of this call in order of status: its own and those of its kind. */
function errorsOfCall(call: Call): ErrorCode[] {
  const codes = new Set<ErrorCode>([...accessErrors(call), ...call.errors, ...commonErrors])
  if (call.method !== 'GET') for (const code of bodyErrors) codes.add(code)
  // Also an id that no object can have.
  if (call.path.includes('{')) codes.add('not_found')
  if (call.rateLimit !== undefined) codes.add('too_many_requests')
  return [...codes].toSorted((a, b) => errorCodes[a].status - errorCodes[b].status)
}

/** Errors for invalid input, from Node's parser, and of an installation in trouble. */
const commonErrors = [
  'unreadable_request',
  'request_timeout',
  'invalid_input',
  'headers_too_large',
  'internal',
  'unavailable',
  'storage_full',
] as const
const bodyErrors = ['too_large', 'wrong_media_type'] as const
const companyErrors = ['no_company', 'company_deactivated', 'user_inactive_in_company', 'company_not_paid'] as const

function accessErrors(call: Call): readonly ErrorCode[] {
  return call.allow === 'guest' ? [] : [...sessionErrors(call), ...keyErrors(call)]
}

function keyErrors({ key }: Call): readonly ErrorCode[] {
  if (key === null) return ['api_keys_off', 'api_key_refused']
  return [
    'api_keys_off',
    ...(key.scope === 'read' ? [] : (['api_key_scope'] as const)),
    ...(key.isCompanyWide ? (['api_key_workspaces'] as const) : []),
  ]
}

function sessionErrors({ allow }: Call): readonly ErrorCode[] {
  if (allow === 'session') return ['not_signed_in']
  if (allow === 'member') return ['not_signed_in', ...companyErrors]
  return ['not_signed_in', 'forbidden', ...companyErrors, 'not_found']
}

/** For people: who may call, and with which API key. */
function describeAccess(call: Call): string {
  if (call.allow === 'guest') return describePeople(call)
  const { key } = call
  if (key === null) return `${describePeople(call)} Not available to API keys.`
  const limit = key.isCompanyWide ? ', without a limit to workspaces' : ''
  return `${describePeople(call)} API keys need the scope ${key.scope}${limit}.`
}

function describePeople({ allow }: Call): string {
  if (allow === 'guest') return 'Open to everyone.'
  if (allow === 'session') return 'Requires sign-in.'
  if (allow === 'member') return 'For active members of an active company.'
  return `Needs the permission ${allow.permission} on ${allow.subject}.`
}
