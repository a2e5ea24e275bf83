/** Nothing that is typed makes the server fail or a statement take long. */
import { emptyResult } from '@knowreel/shared/search/empty-result.ts'
import { newId, newKey, newShortId } from '@knowreel/shared/identity/ids.ts'
import { searchCategories } from '@knowreel/shared/search/search.calls.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { isSoak } from '../../test/soak.ts'
import { buildCompany } from '../company/company.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'
import { indexBatch } from './index/indexer.ts'
import { renewTerms } from './index/indexer.queries.ts'

const articleCount = isSoak ? 3000 : 100
const runs = isSoak ? 2000 : 20
const maxStatementMs = 1000

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const workspace = await buildWorkspace(db, { company })
const token = await server.signIn(company.owner, company)

const hostile = [
  "'", '"', '\\', "\\'", '&', '|', '!', '<->', ':*', 'a:*', "a' | 'b", '(', ')', '((((', '%', '_', '%00', '*', '.*', '[a-z]+', '^$',
  '~', '^', "';drop table search_entries;--", 'in:', 'by:', 'tag:', 'type:', 'after:', 'in:""', 'in:"', 'after:9999999999999', 'after:-1',
  'after:0000-00-00', 'by:%', 'in:\\', 'tag:\\', 'before:-1', 'before:999999999-01', 'in:"""', 'in:""""', 'tag:"a""b', '\u202e', '\ufeff', '\ud83d\ude00', 'ﷺ', 'e\u0301'.repeat(100), '한'.repeat(500),
  'a'.repeat(500), 'a '.repeat(250), "a-b'c.".repeat(80), '東'.repeat(500), 'ก'.repeat(500), '🎉'.repeat(250), 'ΑΣ ß İ ı ﬁ', '١٢٣', '.-.', '…', '　', 'ﹽ', 'ـ', 'ﹽ-ﹽ', 'a-ـ', 'ـ.b',
  'a b c d e f g h i j k l m n o p q r s t u v w x y z?', 'gateway '.repeat(60), '会议记录保存服务密码网络更新设备'.repeat(30), '.'.repeat(500),
] // prettier-ignore

/** Texts of two thousand characters that many of the searches match. */
async function seed(): Promise<void> {
  const numbers = Array.from({ length: articleCount }, (_, n) => n)
  const partOf = (n: number) => hostile[n % hostile.length] ?? ''
  const textOf = (n: number) =>
    Array.from({ length: 40 }, (_, at) => `gateway a${at} ${partOf(n + at).slice(0, 30)} 会议记录 b-${n % 50}`).join(
      ' ',
    )
  await sql`
    with seeded as (
      select * from unnest(
        ${numbers.map(() => newId())}::uuid[], ${numbers.map(() => newShortId())}::text[], ${numbers.map(() => newKey())}::text[],
        ${numbers.map((n) => `${partOf(n).slice(0, 100)} ${n % 7}`)}::text[], ${numbers.map((n) => partOf(n).slice(0, 40))}::text[],
        ${numbers.map(textOf)}::text[]
      ) as t (id, short_id, tab_id, title, tag, content)
    ), inserted as (
      insert into articles
        (id, short_id, company_id, workspace_id, title, slug, tags, author_id, updated_by_id, hash, published_at)
      select id, short_id, ${company.id}::uuid, ${workspace.id}::uuid, title, 'seeded', array[tag],
        ${company.owner.id}::uuid, ${company.owner.id}::uuid, 'seeded', now()
      from seeded
    )
    insert into text_tabs (article_id, id, position, title, slug, content, html, plain_text)
    select id, tab_id, 0, 'Note', 'note', '{"type":"doc","content":[]}', '', content from seeded
  `.execute(db)
  while ((await indexBatch(db)) !== 0);
  await renewTerms(db)
}

/** Statements, also in the background, that were seen to run too long until it is stopped. */
function watchStatements() {
  const slow = new Set<string>()
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await sql<{ query: string }>`
        select query from pg_stat_activity
        where datname = current_database() and state = 'active' and now() - query_start > ${maxStatementMs} * interval '1 ms'
      `.execute(db)
      for (const { query } of rows) slow.add(query)
      await delay(50)
    }
  })()
  return async () => {
    isOver = true
    await watching
    return [...slow]
  }
}

const pieces = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('gateway', 'gateway?', '会议', 'b', 'type:notes', 'after:2020-01-01'),
)
const typed = fc.array(pieces, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' ').slice(0, 500))
const wildQuery = fc.record(
  {
    category: fc.oneof(fc.constantFrom('all', ...searchCategories), fc.string({ maxLength: 10 })),
    page: fc.oneof(fc.integer(), fc.constantFrom('0', '1', '100000', '1e9', 'NaN', '')),
    skip: fc.oneof(fc.integer(), fc.constantFrom('0', '15', '-1', '99999999999999999999')),
  },
  { requiredKeys: [] },
)

test('answers everything that is typed, without an error and without a statement over a second', async () => {
  await seed()
  const send = async (path: string, body?: object) => {
    const response = await fetch(`${server.url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    await response.text()
    return response.status
  }
  const ask = async (q: string) => {
    const inPath = encodeURIComponent(q.toWellFormed())
    // A path can neither contain this character nor end without a query.
    expect(await send(`/search/global/${inPath}`), JSON.stringify(q)).toBe(q === '' || q.includes('\0') ? 404 : 200)
    return inPath
  }
  const stop = watchStatements()
  onTestFinished(async () => void (await stop()))
  for (const q of hostile) await ask(q)
  await fc.assert(
    fc.asyncProperty(typed, wildQuery, async (q, query) => {
      const inPath = await ask(q)
      const parameters = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
      expect(await send(`/search/global/${inPath}?${parameters}`), JSON.stringify([q, query])).toBeLessThan(500)
      expect(await send(`/tags/${inPath}`), JSON.stringify(q)).toBeLessThan(500)
      const question = { ...emptyResult, id: `none:${q}`.slice(0, 200), category: 'none', title: q }
      expect(await send('/search/history', { question }), JSON.stringify(q)).toBeLessThan(500)
    }),
    // PostgreSQL keeps neither of these.
    {
      numRuns: runs,
      examples: [
        ['a\0b', {}],
        ['\ud800', {}],
      ],
    },
  )
  expect(await stop()).toEqual([])
}, 900_000)
