import { emptyResult } from '@knowreel/shared/search/empty-result.ts'
import { searchCalls } from '@knowreel/shared/search/search.calls.ts'
import { companyCalls } from '@knowreel/shared/company/company.calls.ts'
import { finderCalls } from '@knowreel/shared/group/finder.calls.ts'
import { tagCalls } from '@knowreel/shared/tag/tag.calls.ts'
import type { Call } from '@knowreel/shared/catalogue/call.ts'
import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'

const server = await startTestServer({ isRateLimited: true })
const company = await buildCompany(server.db)

const question = { ...emptyResult, id: 'none:Why?', category: 'none' as const, title: 'Why?' }
const maxOf = ({ rateLimit }: Call): number => [rateLimit].flat()[0]?.max ?? 0

const limited: Record<string, { max: number; send: (token: string) => Promise<{ status: number }> }> = {
  searches: {
    max: maxOf(searchCalls.global),
    send: (token) => server.call('search.global', { params: { q: '!' }, query: {} }, token),
  },
  'additions to the history': {
    max: maxOf(searchCalls.addToHistory),
    send: (token) => server.call('search.addToHistory', { body: { question } }, token),
  },
  'moves in the history': {
    max: maxOf(searchCalls.moveUpInHistory),
    send: (token) => server.call('search.moveUpInHistory', { params: { id: 'x' }, body: { question } }, token),
  },
  'searches for people': {
    max: maxOf(finderCalls.search),
    send: (token) => server.call('finder.search', { params: { query: 'ines' }, query: { invited: '1' } }, token),
  },
  'searches for tags': {
    max: maxOf(tagCalls.search),
    send: (token) => server.call('tag.search', { params: { q: ' ' } }, token),
  },
}

test('without a session, an address is counted', async () => {
  const send = () => server.call('company.bySlug', { params: { slug: 'none' } })
  const max = maxOf(companyCalls.bySlug)
  const statuses = await Promise.all(Array.from({ length: max }, async () => (await send()).status))
  expect(statuses).not.toContain(429)
  expect((await send()).status).toBe(429)
})

test.each(Object.entries(limited))(
  '%s are counted per person, not per session or address',
  async (_name, { max, send }) => {
    expect(max).toBeGreaterThan(0)
    const [person, colleague] = [await buildMember(server.db, company), await buildMember(server.db, company)]
    const sessions = [await server.signIn(person, company), await server.signIn(person, company)] as const
    const other = await server.signIn(colleague, company)
    const statuses = await Promise.all(Array.from({ length: max }, (_, n) => send(sessions[n % 2 === 0 ? 0 : 1])))
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]))
    for (const token of sessions) expect((await send(token)).status).toBe(429)
    expect((await send(other)).status).toBe(200)
    expect((await send('no such session')).status).toBe(401)
  },
  60_000,
)
