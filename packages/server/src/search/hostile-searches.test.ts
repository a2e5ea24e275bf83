/** Nothing that is typed makes the server fail or a statement take long. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { isSoak } from '../../test/soak.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany } from '../company/company.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'
import { indexBatch } from './index/indexer.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const workspace = await buildWorkspace(db, { company })
const token = await server.signIn(company.owner, company)

const hostile = [
  "'", '"', '\\', "\\'", '&', '|', '!', '<->', ':*', 'a:*', "a' | 'b", '(', ')', '((((', '%', '_', '%00', '*', '.*', '[a-z]+', '^$',
  '~', '^', "';drop table search_entries;--", 'in:', 'by:', 'tag:', 'type:', 'after:', 'in:""', 'in:"', 'after:9999999999999', 'after:-1',
  'after:0000-00-00', 'by:%', 'in:\\', 'tag:\\', '\u202e', '\ufeff', '\ud83d\ude00', 'ﷺ', 'e\u0301'.repeat(100), '한'.repeat(500),
  'a'.repeat(500), 'a '.repeat(250), "a-b'c.".repeat(80), '東'.repeat(500), 'ก'.repeat(500), '🎉'.repeat(250), 'ΑΣ ß İ ı ﬁ', '١٢٣', '.-.', '…', '　', 'ﹽ', 'ـ', 'ﹽ-ﹽ', 'a-ـ', 'ـ.b',
] // prettier-ignore

test('answers every query within a second', async () => {
  for (const title of [...hostile.filter((text) => text.length < 100), 'Gateway'])
    await buildArticle(db, {
      workspace,
      title: title.replaceAll('\0', ''),
      tags: [title.slice(0, 40)],
      textTabs: [{ text: title }],
    })
  while ((await indexBatch(db)) !== 0);
  const pieces = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', maxLength: 30 }))
  const typed = fc.array(pieces, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' ').slice(0, 500))
  const ask = async (q: string) => {
    const started = performance.now()
    const response = await fetch(`${server.url}/api/search/global/${encodeURIComponent(q.toWellFormed())}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await response.text()
    // A path can neither contain this character nor end without a query.
    expect(response.status, JSON.stringify(q)).toBe(q === '' || q.includes('\0') ? 404 : 200)
    expect(performance.now() - started, JSON.stringify(q)).toBeLessThan(1000)
  }
  for (const q of hostile) await ask(q)
  await fc.assert(fc.asyncProperty(typed, ask), { numRuns: isSoak ? 2000 : 20 })
}, 120_000)
