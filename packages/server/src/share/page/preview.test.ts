import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildArticle } from '../../article/article.builder.ts'
import { excerptOf } from './preview.ts'
import { buildSharedWorkspace } from '../shared-workspace.fixture.ts'

const webDirectory = await mkdtemp(path.join(tmpdir(), 'knowreel-page-'))
const page = '<!doctype html><html><head><title>Knowreel</title></head><body>page</body></html>'
await writeFile(path.join(webDirectory, 'index.html'), page)
afterAll(() => rm(webDirectory, { recursive: true, force: true }))

const server = await startTestServer({ webDirectory, config: { publicUrl: 'https://kb.example.com' } })
const { db } = server
const world = await buildSharedWorkspace(server)
const { workspace, token } = world

type Body = Parameters<typeof server.call<'share.save'>>[1]['body']
const share = async (id: string, body: Body = {}) =>
  (await server.call('share.save', { params: { id }, body: { shared: true, ...body } }, token)).ok.sharedData.token ??
  ''
const read = async (address: string) => {
  const response = await fetch(server.url + address)
  return { headers: response.headers, status: response.status, text: await response.text() }
}
const metaOf = (html: string, name: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
const oembed = (url: string) => server.call('sharedBrowse.oembed', { query: { url } })

describe('the page of a public link, for programs that read its head', () => {
  test('has title, first words and poster, and says where to embed it', async () => {
    const link = await share(world.article.id)
    const { text, headers } = await read(`/b/shared/${link}`)
    expect(text).toContain('<title>Restart a gateway</title>')
    expect(metaOf(text, 'og:title')).toBe('Restart a gateway')
    expect(metaOf(text, 'og:description')).toBe('Wait two minutes.')
    expect(metaOf(text, 'og:url')).toBe(`https://kb.example.com/b/shared/${link}`)
    expect(metaOf(text, 'twitter:card')).toBe('summary_large_image')
    expect(text).toContain('type="application/json+oembed"')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-robots-tag')).toContain('noindex')
  })

  test('shows a poster that expires with the link', async () => {
    const link = await share(world.article.id)
    const poster = metaOf((await read(`/b/shared/${link}`)).text, 'og:image') ?? ''
    expect(poster).not.toContain(link)
    const address = poster.replace('https://kb.example.com', '').replaceAll('&amp;', '&')
    expect((await read(address)).status).toBe(200)
    await server.call('share.save', { params: { id: world.article.id }, body: { shared: false } }, token)
    await expect.poll(async () => (await read(address)).status, { timeout: 5000 }).toBe(403)
    expect((await read(`/b/shared/${link}`)).text).toBe(page)
  })

  test('reveals nothing of an article that needs a password, is private or does not exist', async () => {
    const { id } = await buildArticle(db, { workspace, title: 'Not public' })
    const link = await share(id, { password: 'tide-table' })
    const { token: hidden } = (await server.call('share.token', { params: { id }, query: { isPrivate: '1' } }, token))
      .ok
    for (const address of [link, hidden, 'a'.repeat(32), '..%2f', `${link}/private`]) {
      const answer = await read(`/b/shared/${address}`)
      expect([answer.status, answer.text]).toEqual([200, page])
    }
  })

  test.each([
    '"><script>alert(1)</script>',
    "' onload='alert(1)",
    '</title><img src=x onerror=alert(1)>',
    '$& $1 $` and &amp;',
  ])('holds a title as text: %s', async (title) => {
    const { id } = await buildArticle(db, { workspace, title, textTabs: [{ text: title }] })
    const link = await share(id)
    const { text } = await read(`/b/shared/${link}`)
    expect(text).not.toMatch(/<script|<img|<meta [^>]*onload='/)
    const shownTitle = metaOf(text, 'og:title')
      ?.replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
    expect(shownTitle).toBe(title)
    expect(text.endsWith('</head><body>page</body></html>')).toBe(true)
    const { html } = (await oembed(`https://kb.example.com/b/shared/${link}`)).ok
    expect(html.match(/[<>]/g)).toEqual(['<', '>', '<', '>'])
  })
})

describe('oEmbed', () => {
  test('returns a frame of the page that may be framed, no larger than requested', async () => {
    const link = await share(world.article.id)
    const url = `https://kb.example.com/b/shared/${link}`
    const { ok } = await server.call('sharedBrowse.oembed', { query: { url, format: 'json', maxwidth: 320 } })
    expect(ok).toMatchObject({ type: 'rich', version: '1.0', title: 'Restart a gateway', width: 320, height: 600 })
    expect(ok.html).toContain(`src="https://kb.example.com/embed/${link}"`)
    const response = await fetch(
      `${server.url}/api/oembed?${new URLSearchParams({ url, format: 'json', app: 'other' })}`,
    )
    expect(response.status).toBe(200)
  })

  test('rejects other URLs, and links with a password', async () => {
    const { id } = await buildArticle(db, { workspace })
    const link = await share(id, { password: 'tide-table' })
    const urls = [`https://kb.example.com/b/shared/${link}`, 'https://kb.example.com/b/shared/x', 'nonsense', '']
    for (const url of urls) expect((await oembed(url)).error.code).toBe('shared_not_found')
  })
})

test('only the embed page can be framed by other sites', async () => {
  const link = await share(world.article.id)
  const framed = (await read(`/embed/${link}`)).headers
  expect(framed.get('content-security-policy')).toContain('frame-ancestors *')
  expect(framed.get('x-frame-options')).toBeNull()
  expect(framed.get('set-cookie')).toBeNull()
  for (const address of [`/b/shared/${link}`, '/', '/login', '/embed', `/embed/${link}/more`]) {
    const { headers } = await read(address)
    expect(headers.get('content-security-policy'), address).toContain("frame-ancestors 'self'")
    expect(headers.get('x-frame-options'), address).toBe('SAMEORIGIN')
  }
})

describe('the first words of notes', () => {
  test.each([
    [['', '<p></p>', '<p>Two &amp; <strong>three</strong></p>'], 'Two & three'],
    [['<h2>One</h2><p>two</p>'], 'One two'],
    [['<p>a &lt;b&gt; c&nbsp;d</p>'], 'a <b> c d'],
    [[], ''],
  ])('of %j are %j', (texts, wanted) => {
    expect(excerptOf(texts)).toBe(wanted)
  })

  test('end with a complete word, within 200 characters', () => {
    const text = excerptOf([`<p>${'gateway '.repeat(100)}</p>`])
    expect(Array.from(text).length).toBeLessThanOrEqual(200)
    expect(text).toMatch(/gateway…$/)
    expect(Array.from(excerptOf([`<p>${'🎬'.repeat(300)}</p>`])).length).toBe(200)
  })
})

// The last one: nobody else of this address gets a preview for a minute.
test('the preview has the same limit per client address as the page itself', async () => {
  const link = await share(world.article.id)
  const readTitle = async () => metaOf((await read(`/b/shared/${link}`)).text, 'og:title')
  expect(await readTitle()).toBe('Restart a gateway')
  for (let times = 0; times < 120; times++) await readTitle()
  const after = await read(`/b/shared/${link}`)
  expect([after.status, after.text]).toEqual([200, page])
  expect((await read(`/embed/${link}`)).headers.get('x-frame-options')).toBeNull()
})
