import { emptyResult } from '@knowreel/shared/search/empty-result.ts'
import { searchCalls } from '@knowreel/shared/search/search.calls.ts'
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
  'searches for tags': {
    max: maxOf(tagCalls.search),
    send: (token) => server.call('tag.search', { params: { q: ' ' } }, token),
  },
}

test.each(Object.entries(limited))(
  '%s are counted per person, not per session',
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
