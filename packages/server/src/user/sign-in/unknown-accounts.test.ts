/**
 * Nobody can find out which addresses have an account, from a response or from its duration. The tests count the work,
 * which is independent of the load; the duration is only compared roughly.
 */
import * as argon2 from '@node-rs/argon2'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { hashPassword } from './password.ts'
import { buildUser } from '../user.builder.ts'

// Test files share the modules of their worker: this one reloads them with its mock, and the next one without.
vi.hoisted(() => vi.resetModules())
vi.mock('@node-rs/argon2', { spy: true })
vi.setConfig({ testTimeout: 120_000 })

/** Records all statements; new connections pick up the spy. */
const query = vi.spyOn(pg.Client.prototype, 'query')
afterAll(() => {
  query.mockRestore()
  vi.doUnmock('@node-rs/argon2')
  vi.resetModules()
})
const textOf = (asked: unknown): string =>
  typeof asked === 'string' ? asked : ((asked as { text?: string } | undefined)?.text ?? '')
const statements = (): string[] =>
  query.mock.calls.map(([asked]: unknown[]) => textOf(asked).replaceAll(/\s+/g, ' ').slice(0, 200))

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const passwordHash = await hashPassword('correct horse battery')
const withPassword = () => buildUser(db, { passwordHash })
const known = await buildMember(db, company, { user: await withPassword() })
const shouted = await withPassword()
const bare = await buildUser(db, { passwordHash: null })
const deactivated = await buildMember(db, company, { user: await withPassword(), status: 'deactivated' })

const kinds = {
  'an address that nobody has': () => `${crypto.randomUUID()}@example.com`,
  'an account': () => known.email,
  'an account in capital letters': () => shouted.email.toUpperCase(),
  'an account without a password': () => bare.email,
  'an account that its company deactivated': () => deactivated.email,
}

const signIn = (email: string) => post('/login', { email, password: 'wrong password' })
const askReset = (email: string) => post('/password-reset', { email })

async function post(path: string, body: object) {
  const response = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { requestId: _, ...answer } = (await response.json()) as Record<string, unknown>
  const headers = [...response.headers].filter(([name]) => !['date', 'x-request-id', 'keep-alive'].includes(name))
  return { status: response.status, answer, headers: headers.map(([name]) => name).toSorted() }
}

const verify = vi.mocked(argon2.verify)
const hash = vi.mocked(argon2.hash)
beforeEach(() => {
  verify.mockReset()
  hash.mockReset()
})

/** The minimum of several attempts excludes occasional background work. */
async function statementsOf(ask: () => Promise<unknown>): Promise<string[]> {
  let least: string[] | null = null
  for (let tries = 0; tries < 4; tries++) {
    query.mockClear()
    await ask()
    const now = statements()
    if (least === null || now.length < least.length) least = now
  }
  return least ?? []
}

describe('signing in with a wrong password', () => {
  test('costs everyone one comparison of the same price, the same statements and the same response', async () => {
    // The first attempt creates the hash that unknown addresses are compared with.
    await signIn(kinds['an address that nobody has']())
    // Counted without being executed, because it is slow.
    verify.mockResolvedValue(false)
    const found: Record<string, unknown> = {}
    for (const [name, emailOf] of Object.entries(kinds)) {
      verify.mockClear()
      hash.mockClear()
      const answer = await signIn(emailOf())
      const prices = verify.mock.calls.map(([hashed]) => /^\$argon2id\$v=\d+\$[^$]+/.exec(String(hashed))?.[0])
      expect(prices, name).toHaveLength(1)
      expect(hash, name).not.toHaveBeenCalled()
      found[name] = { answer, prices, statements: await statementsOf(() => signIn(emailOf())) }
    }
    const [first, ...others] = Object.values(found)
    expect(first).toMatchObject({ answer: { status: 422, answer: { code: 'wrong_credentials' } } })
    expect((first as { statements: string[] }).statements.length).toBeGreaterThan(0)
    for (const [index, other] of others.entries()) expect(other, Object.keys(found)[index + 1]).toEqual(first)
  })

  test('takes equally long for an unknown address', async () => {
    const times = { known: [] as number[], unknown: [] as number[] }
    const timed = async (list: number[], email: string) => {
      const from = performance.now()
      await signIn(email)
      list.push(performance.now() - from)
    }
    // Interleaved, so that other load affects both equally. It only adds to the fastest attempt, never takes from it.
    for (let round = 0; round < 15; round++) {
      await timed(times.known, (await withPassword()).email)
      await timed(times.unknown, kinds['an address that nobody has']())
    }
    const ratio = Math.min(...times.unknown) / Math.min(...times.known)
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })
})

test('requesting a new password costs the same statements and gives the same response for everyone', async () => {
  const found = new Map<string, unknown>()
  for (const [name, emailOf] of Object.entries(kinds)) {
    const answer = await askReset(emailOf())
    expect(answer).toMatchObject({ status: 200, answer: { success: true } })
    const asked = await statementsOf(() => askReset(emailOf()))
    expect(asked.length, name).toBeGreaterThan(0)
    // The worker looks up later whether there is an account.
    expect(
      asked.filter((text) => /\busers\b/.test(text)),
      name,
    ).toEqual([])
    found.set(name, { answer, asked })
  }
  const [first, ...others] = [...found.values()]
  for (const other of others) expect(other).toEqual(first)
  expect(verify).not.toHaveBeenCalled()
  expect(hash).not.toHaveBeenCalled()
})
