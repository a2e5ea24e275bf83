/**
 * Checks every payload on shared pages, in what programs read of them, and after the article moved to another company.
 */
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { hostileNote } from '../../test/xss/hostile-note.ts'
import { anything, findOutside, findUnsafe, safeAddress, type AllowedElements } from '../../test/xss/safe-html.ts'
import { xssPayloads } from '../../test/xss/xss-payloads.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'

vi.setConfig({ testTimeout: 240_000 })

const webDirectory = await mkdtemp(path.join(tmpdir(), 'knowreel-hostile-page-'))
await writeFile(
  path.join(webDirectory, 'index.html'),
  '<!doctype html><html><head><title>Knowreel</title></head><body>page</body></html>',
)
afterAll(() => rm(webDirectory, { recursive: true, force: true }))

const server = await startTestServer({ webDirectory, config: { publicUrl: 'https://kb.example.com' } })
const { db } = server
const company = await buildCompany(db)
const there = await buildCompany(db)
const owner = await buildMember(db, company)
await buildMember(db, there, { user: owner })
const workspace = await buildWorkspace(db, { company, owner })
const elsewhere = await buildWorkspace(db, { company: there, owner })
const token = await server.signIn(owner, company)
const tokenThere = await server.signIn(owner, there)

const keepable = xssPayloads.map((payload) => payload.replaceAll('\u0000', '').toWellFormed())
const inParts = (size: number): string[][] =>
  Array.from({ length: Math.ceil(keepable.length / size) }, (_, at) => keepable.slice(at * size, (at + 1) * size))

const head: AllowedElements = {
  html: {},
  head: {},
  body: {},
  title: {},
  meta: { name: /^(?:description|twitter:\w+)$/, property: /^og:\w+$/, content: anything },
  link: { rel: /^alternate$/, type: /^application\/json\+oembed$/, href: safeAddress, title: anything },
}
const frame: AllowedElements = {
  iframe: {
    src: /^https:\/\/kb\.example\.com\/embed\/\w+$/,
    title: anything,
    width: /^\d+$/,
    height: /^\d+$/,
    style: /^border:0$/,
    allow: anything,
    loading: /^lazy$/,
  },
}
/** XHTML notation, which our tag parser does not know. */
const withoutSlashes = (html: string): string => html.replaceAll(' />', '>').replace('<!doctype html>', '')

async function share(id: string): Promise<string> {
  const saved = await server.call('share.save', { params: { id }, body: { shared: true } }, token)
  return saved.ok.sharedData.token ?? ''
}

test('titles, companies and first words stay plain text in Open Graph and oEmbed', async () => {
  const { id } = await buildArticle(db, { workspace, title: 'Plain', textTabs: [{ text: 'Plain' }] })
  const link = await share(id)
  const read = async () => (await fetch(`${server.url}/b/shared/${link}`)).text()
  const tagsOf = (html: string) => html.match(/<[a-z]+/g)
  const plain = tagsOf(await read())
  expect(plain?.length).toBeGreaterThan(10)
  // Six at a time, because one client address may read a page only 120 times a minute.
  for (const payloads of inParts(6)) {
    const [one = '', two = '', three = '', four = '', five = '', six = ''] = payloads
    await db
      .updateTable('articles')
      .set({ title: `${one} ${two}` })
      .where('id', '=', id)
      .execute()
    await db
      .updateTable('companies')
      .set({ title: `${three} ${four}` })
      .where('id', '=', company.id)
      .execute()
    await db
      .updateTable('text_tabs')
      .set({ html: `<p>${escaped(`${five} ${six}`)}</p>` })
      .where('article_id', '=', id)
      .execute()
    const page = await read()
    expect(findOutside(withoutSlashes(page), head), payloads.join('\n')).toEqual([])
    expect(tagsOf(page)).toEqual(plain)
    expect(page).toContain(escaped(one.slice(0, 20)))
    const url = `https://kb.example.com/b/shared/${link}`
    const embedded = (await server.call('sharedBrowse.oembed', { query: { url } })).ok
    expect(findOutside(embedded.html, frame), payloads.join('\n')).toEqual([])
  }
})

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

test('notes stay harmless on shared pages, in copies of them and in another company', async () => {
  for (const payloads of inParts(60)) {
    const textTabs = [{ id: newKey(), title: payloads[0]?.slice(0, 60), note: hostileNote(payloads) }]
    const article = await buildArticle(db, { workspace, title: payloads[1], textTabs })
    const link = await share(article.id)
    const shared = (await server.call('sharedBrowse.open', { params: { token: link } })).ok
    const tabs = shared.article.textTabs
    expect(tabs[0]?.text).toContain('&lt;')
    const body = { companyId: there.id, workspaceId: elsewhere.id }
    const moved = await server.call('article.transfer', { params: { id: article.id }, body }, token)
    const [id = ''] = moved.ok.articleIds
    const read = (await server.call('article.get', { params: { id } }, tokenThere)).ok.article.textTabs
    const draft = (await server.call('article.saveDraft', { params: { id }, body: {} }, tokenThere)).ok.article.textTabs
    for (const { text } of [...tabs, ...read, ...draft]) expect(findUnsafe(text)).toEqual([])
    expect([read[0]?.text, draft[0]?.text]).toEqual([tabs[0]?.text, tabs[0]?.text])
  }
})
