import { newKey } from '@knowreel/shared/identity/ids.ts'
import { expect, test } from 'vitest'
import { longestTurnMs } from '../../../test/longest-turn.ts'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'

const server = await startTestServer()
const company = await buildCompany(server.db)
const token = await server.signIn(company.owner, company)

test.each([
  ['16 KB of paragraphs', '<p>x</p>'.repeat(2000)],
  ['100 KB of styled paragraphs', '<p style="a:b;c:d">x'.repeat(5000)],
  ['100 KB of spans', `<p>${'<span style="color:red">x</span>'.repeat(3200)}</p>`],
  ['100 KB of bold words', `<p>${'<b data-x="aaaaaaaaaaa">x</b> '.repeat(3300)}</p>`],
])('the HTML of a draft keeps the main thread for 100 ms at most: %s', async (_what, text) => {
  const save = async () => {
    const body = { textTabs: [{ id: newKey(), text }] }
    expect((await server.call('article.saveDraft', { params: { id: 'new' }, body }, token)).status).toBe(200)
  }
  await save()
  expect(await longestTurnMs(save, { below: 100, runs: 12 })).toBeLessThan(100)
})

test('a person can save 240 times a minute, in all sessions together, and colleagues at the same address are not affected', async () => {
  const limited = await startTestServer({ isRateLimited: true })
  const people = await buildCompany(limited.db)
  const colleague = await buildMember(limited.db, people)
  const [one, two] = [await limited.signIn(people.owner, people), await limited.signIn(people.owner, people)]
  const other = await limited.signIn(colleague, people)
  const save = (session: string) => limited.call('article.saveDraft', { params: { id: newKey() }, body: {} }, session)
  for (let sent = 0; sent < 240; sent += 1) expect((await save(sent % 2 === 0 ? one : two)).status).toBe(404)
  const refused = await save(one)
  expect([refused.status, refused.error.code]).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await save(other)).status).toBe(404)
})
