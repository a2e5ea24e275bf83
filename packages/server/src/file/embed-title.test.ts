/** Titles of embedded pages, from a server that misbehaves. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany } from '../company/company.builder.ts'
import { createPublicFetch } from '../platform/fetch/index.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'

const host = '127.0.0.2'
let answer: RequestListener = (_request, response) => response.end()
const asked: string[] = []
const site = createServer((request, response) => {
  asked.push(request.url ?? '')
  answer(request, response)
})
await new Promise<void>((resolve) => site.listen(0, host, resolve))
const { port } = site.address() as AddressInfo
afterAll(() => {
  site.closeAllConnections()
  site.close()
})

const server = await startTestServer({
  fetchPublic: createPublicFetch({
    resolve: async () => [{ address: host, family: 4 }],
    isAllowed: (address) => address === host,
    ports: new Set([port]),
  }),
  embedEndpoints: { youtube: `http://site.test:${port}/oembed`, vimeo: 'http://127.0.0.1:1/oembed' },
})
const { db } = server
const company = await buildCompany(db)
const article = await buildArticle(db, { workspace: await buildWorkspace(db, { company, owner: company.owner }) })
const token = await server.signIn(company.owner, company)
const url = 'https://youtu.be/dQw4w9WgXcQ?t=4&x=&'

const titleOf = async (page = url) => {
  const { ok } = await server.call('embed.title', { query: { articleId: article.id, url: page } }, token)
  return ok.title
}
const json =
  (value: unknown): RequestListener =>
  (_request, response) =>
    response.end(JSON.stringify(value))

beforeEach(() => {
  asked.length = 0
})

test('the title of a page is the one that its site names, on one line', async () => {
  answer = json({ title: ' Week 3:\n\u202e the <b>gateway</b>\u0000 ', html: '<iframe src="x"></iframe>' })
  expect(await titleOf()).toBe('Week 3: the <b>gateway</b>')
  expect(asked).toEqual([`/oembed?format=json&url=${encodeURIComponent(url)}`])
})

test('only a page that can be embedded is requested, and only at its site', async () => {
  answer = json({ title: 'no' })
  for (const page of [
    'https://example.com/',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'http://127.0.0.2/',
    'javascript:alert(1)',
    'words',
    // Without an endpoint, and with one inside the network.
    'https://docs.google.com/document/d/1aBcDeFgHiJkLmNoPqRsTuVwXyZ/edit',
    'https://vimeo.com/76979871',
  ])
    expect([page, await titleOf(page)]).toEqual([page, null])
  expect(asked).toEqual([])
})

describe('the URL stays the title', () => {
  test.each<[string, RequestListener]>([
    ['an empty response', (_request, response) => response.end()],
    ['a page', (_request, response) => response.end('<html><title>x</title></html>')],
    ['no object', json(null)],
    ['a list', json(['title'])],
    ['a number as title', json({ title: 7 })],
    ['an empty title', json({ title: ' \u200f ' })],
    ['an error', (_request, response) => response.writeHead(401).end('{"title":"x"}')],
    ['a redirect', (_request, response) => response.writeHead(302, { location: `http://site.test:${port}/x` }).end()],
    [
      'too long a response',
      (_request, response) => response.end(JSON.stringify({ title: 'x', more: 'y'.repeat(200_000) })),
    ],
    [
      'an endless response',
      (_request, response) => void setInterval(() => response.write(' '.repeat(50_000)), 5).unref(),
    ],
    ['a compressed response', (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')],
    [
      'an interrupted response',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"title":')
        setTimeout(() => response.destroy(), 20)
      },
    ],
    ['no response', (request) => void request.socket.destroy()],
  ])('with %s', async (_, listener) => {
    answer = listener
    expect(await titleOf()).toBeNull()
    expect(asked).toHaveLength(1)
  })

  test('with a server that never answers, after five seconds', async () => {
    answer = () => undefined
    const start = performance.now()
    expect(await titleOf()).toBeNull()
    expect(performance.now() - start).toBeLessThan(8000)
  }, 15_000)
})

test('a long title is cut', async () => {
  answer = json({ title: 'x'.repeat(5000) })
  expect(await titleOf()).toHaveLength(300)
})

test('only authors of the article make the server request anything', async () => {
  const stranger = await buildCompany(db)
  const other = await server.signIn(stranger.owner, stranger)
  const { status } = await server.call('embed.title', { query: { articleId: article.id, url } }, other)
  expect([status, asked]).toEqual([404, []])
})
