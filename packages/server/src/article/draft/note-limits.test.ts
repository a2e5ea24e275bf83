import { newKey } from '@knowreel/shared/identity/ids.ts'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany } from '../../company/company.builder.ts'

const server = await startTestServer()
const company = await buildCompany(server.db)
const token = await server.signIn(company.owner, company)

const save = (textTabs: { id: string; text: string }[]) =>
  server.call('article.saveDraft', { params: { id: 'new' }, body: { textTabs } }, token)
const tabs = (count: number, text: string) => Array.from({ length: count }, () => ({ id: newKey(), text }))
const countDrafts = async () => (await server.db.selectFrom('articles').select('id').execute()).length

test('twenty tabs are refused without being parsed', async () => {
  const begin = process.cpuUsage()
  const { status, error } = await save(tabs(20, '<b>x</b>'.repeat(20_000)))
  expect([status, error.code]).toEqual([422, 'too_many_text_tabs'])
  expect(process.cpuUsage(begin).user / 1000).toBeLessThan(500)
})

test('two tabs with the same key are refused without being parsed', async () => {
  const id = newKey()
  const { error } = await save([id, id].map((key) => ({ id: key, text: '<b>x</b>'.repeat(24_000) })))
  expect(error.code).toBe('text_tab_key_taken')
})

test.each([
  ['paragraphs', '<p>'.repeat(333_000)],
  ['links', '<a href=x>'.repeat(99_000)],
  ['bold', '<b>'.repeat(330_000)],
  ['quotes nested so deep that their words would be dropped', `${'<blockquote>'.repeat(150)}WORDS`],
  ['quotes nested so deep that they overflow the stack', `${'<blockquote>'.repeat(1500)}WORDS`],
])('a note of too many %s is refused, and nothing is stored', async (_what, html) => {
  const { status, error } = await save(tabs(1, html))
  expect([status, error.code, error.error]).toEqual([422, 'note_too_large', 'The note is too large'])
  expect(await countDrafts()).toBe(0)
})

test('a note within the limits is stored completely, in a new article and in a new tab of a draft', async () => {
  const { ok } = await save(tabs(1, `${'<blockquote>'.repeat(60)}WORDS`))
  expect(ok.article.textTabs[0]?.text).toContain('WORDS')
  const [first] = ok.article.textTabs.map(({ id }) => ({ id }))
  const textTabs = [...(first ? [first] : []), { id: newKey(), text: '<p>More</p>' }]
  const again = await server.call('article.saveDraft', { params: { id: ok.article.id }, body: { textTabs } }, token)
  expect(again.ok.article.textTabs.map(({ text }) => text.includes('WORDS') || text.includes('More'))).toEqual([
    true,
    true,
  ])
})
