/**
 * Generated from the catalogue: every call with missing, extra, wrongly typed, huge and hostile fields. The response is
 * 4xx in the error format if the declaration refuses the request, and never 500.
 */
import type { Call } from '@knowreel/shared/catalogue/call.ts'
import { catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { startTestServer } from '../../test/server.ts'
import { isSoak } from '../../test/soak.ts'
import { buildWorld, sampleRequests, type CallName, type SampleRequest } from '../../test/world.ts'

const deep = (levels: number): unknown => {
  let value: unknown = []
  for (let i = 0; i < levels; i++) value = [{ value: 'a', items: value }]
  return value
}

const hostileValues: unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1e308,
  true,
  [],
  {},
  [[]],
  [null],
  { id: null },
  'x'.repeat(70_000),
  "'; drop table users; --",
  '%00',
  'a\u0000b',
  '\ud800',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '𝒳'.repeat(500),
  '2026-13-45',
  '0000-01-01',
  [{ id: 'a'.repeat(16), text: '<blockquote>'.repeat(1500) }],
  { __proto__: { isAdmin: true }, constructor: 1 },
  deep(200),
  Array.from({ length: 2000 }, () => 'x'),
  '00000000-0000-0000-0000-000000000000',
]

const hostileIds = [
  '0',
  'null',
  'new',
  '%00',
  'a%00b',
  '..%2f..%2fetc',
  "' or 1=1 --",
  'x'.repeat(1900),
  '🎉',
  '%ff',
  '%',
  '00000000-0000-0000-0000-000000000000',
]

/** Tries a part of the values for each call and field. The counts share no factor with the 27 values, so each gets its turn. */
function everyNth(count: number): () => boolean {
  let seen = 0
  return () => isSoak || seen++ % count === 0
}
const isTriedAsBody = everyNth(8)
const isTriedInUrl = everyNth(7)
const isTriedInField = everyNth(31)

// Some calls get two hundred bodies.
vi.setConfig({ testTimeout: 90_000 })
const server = await startTestServer()
const calls = Object.entries(catalogue).flatMap(([feature, set]) =>
  Object.entries(set).map(([name, call]) => [`${feature}.${name}` as CallName, call as Call] as const),
)

const arrangeWorld = async () => {
  const world = await buildWorld(server.db)
  return { world, token: await server.signIn(world.people.owner, world.company) }
}
/** Calls that change nothing share their data. */
const readWorld = arrangeWorld()
const actingReads = new Set<CallName>(['company.switch', 'session.logOut', 'share.token'])
const isReading = (name: CallName, { method }: Call) => method === 'GET' && !actingReads.has(name)

describe.each(calls)('%s', (name, call) => {
  let token: string
  let sample: SampleRequest
  beforeAll(async () => {
    const { world, token: ownerToken } = await (isReading(name, call) ? readWorld : arrangeWorld())
    token = ownerToken
    sample = sampleRequests[name](world)
  })

  test('answers hostile bodies in the error format and never with 500', async () => {
    for (const body of hostileBodies(call, sample.body)) {
      // Ending the session would make every further response a 401.
      if (name === 'session.logOut' && call.body.safeParse(body).success) continue
      const answer = await send(call, { ...sample, body }, token)
      const isRefused = call.method !== 'GET' && !call.body.safeParse(body).success
      await checkAnswer(answer, isRefused, { name, body })
    }
  })

  test('answers hostile queries and paths in the error format and never with 500', async () => {
    const queries = [
      '?draft=2',
      '?page=0',
      '?page=-1',
      '?page=1e9',
      '?page=abc',
      '?type=x',
      '?unknown=1',
      '?%00=1',
      '?a[b]=1',
      `?page=${'9'.repeat(400)}`,
      '?draft=1&draft=0',
    ]
    if (name !== 'session.logOut')
      for (const query of queries.filter(isTriedInUrl))
        await checkAnswer(await send(call, sample, token, query), false, { name, query })
    for (const id of sample.params === undefined ? [] : hostileIds.filter(isTriedInUrl)) {
      const path = call.path.replaceAll(/\{\w+\}/g, () => id)
      await checkAnswer(await request(call, path, sample.body, token), false, { name, path })
    }
  })
})

type JsonSchema = { properties?: Record<string, unknown>; anyOf?: JsonSchema[] }

/** Every declared field, whether or not the sample sends it. */
function fieldsOf(call: Call): string[] {
  const { properties = {}, anyOf = [] } = z.toJSONSchema(call.body, {
    io: 'input',
    unrepresentable: 'any',
  }) as JsonSchema
  return [properties, ...anyOf.map((choice) => choice.properties ?? {})].flatMap((fields) => Object.keys(fields))
}

function* hostileBodies(call: Call, sample: unknown): Generator<unknown> {
  yield undefined
  // A GET has no body.
  if (call.method === 'GET') return
  yield* hostileValues.filter(isTriedAsBody)
  yield { ...(sample as object | undefined), unknownField: 1 }
  for (const field of fieldsOf(call)) {
    const { [field]: _, ...without } = (sample ?? {}) as Record<string, unknown>
    yield without
    for (const value of hostileValues.filter(isTriedInField)) yield { ...without, [field]: value }
  }
}

function send(call: Call, sample: SampleRequest, token: string, query = ''): Promise<Response> {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(sample.params?.[name] ?? ''))
  return request(call, `${path}${query}`, sample.body, token)
}

const request = (call: Call, path: string, body: unknown, token: string): Promise<Response> =>
  fetch(`${server.url}/api${path}`, {
    method: call.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: call.method === 'GET' || body === undefined ? null : JSON.stringify(body),
  })

async function checkAnswer(response: Response, isRefused: boolean, sent: unknown): Promise<void> {
  const text = await response.text()
  const context = `${JSON.stringify(sent).slice(0, 300)} → ${response.status} ${text.slice(0, 300)}`
  // AI is off here and the payment provider does not answer, which are answers of their own calls.
  const isTurnedOff = response.status === 503 && /"(ai_off|payment_provider_failed)"/.test(text)
  if (!isTurnedOff) expect(response.status, context).toBeLessThan(500)
  if (isRefused) expect(response.status, context).toBeGreaterThanOrEqual(400)
  if (response.status < 400) return
  const answer = JSON.parse(text) as { error?: unknown; errors?: unknown; code?: unknown; requestId?: unknown }
  expect(answer, context).toMatchObject({ code: expect.any(String) as string, requestId: expect.any(String) as string })
  expect(typeof answer.error === 'string' || Array.isArray(answer.errors), context).toBe(true)
}
