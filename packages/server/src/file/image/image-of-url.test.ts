/** Images by URL: hosts in our own network are never requested, whatever form the URL takes. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildArticle } from '../../article/article.builder.ts'
import { buildCompany } from '../../company/company.builder.ts'
import { createPublicFetch } from '../../platform/fetch/index.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { listStoredFiles } from '../file.fixture.ts'
import { picture } from './picture.fixture.ts'

const host = '127.0.0.2'
let answer: RequestListener = (_request, response) => response.end()
const internet = createServer((request, response) => answer(request, response))
await new Promise<void>((resolve) => internet.listen(0, host, resolve))
const { port } = internet.address() as AddressInfo

const heard: string[] = []
const canary = createServer((_request, response) => response.end('secret'))
canary.on('connection', ({ remoteAddress }) => heard.push(String(remoteAddress)))
await new Promise<void>((resolve) => canary.listen(port, '127.0.0.1', resolve))

afterAll(() => {
  for (const server of [internet, canary]) {
    server.closeAllConnections()
    server.close()
  }
})

const server = await startTestServer({
  fetchPublic: createPublicFetch({
    resolve: async (name) => [{ address: name === 'example.com' ? host : '127.0.0.1', family: 4 }],
    isAllowed: (address) => address === host,
    ports: new Set([port]),
  }),
})
const { db } = server
const company = await buildCompany(db)
const article = await buildArticle(db, { workspace: await buildWorkspace(db, { company, owner: company.owner }) })
const token = await server.signIn(company.owner, company)

const bring = (url: string, on = server, by = token) =>
  on.call('image.upload', { query: { articleId: article.id }, body: { url } }, by)
const address = `http://example.com:${port}`

describe('an image by URL', () => {
  test('is fetched by the server and stored like an uploaded one', async () => {
    const bytes = await picture('webp', 80, 50)
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(bytes)
    const { ok } = await bring(`${address}/a/Roof%20plan.webp?size=large`)
    expect(ok).toMatchObject({ width: 80, height: 50 })
    const shown = await fetch(`${server.url}${ok.signedUrl}`)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const row = await db.selectFrom('files').where('id', '=', ok.id).select('name').executeTakeFirst()
    expect(row?.name).toBe('Roof plan.webp')
  })

  test.each([
    'no address',
    '',
    'ftp://example.com/a.png',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:image/png;base64,iVBORw0KGgo=',
    'http://name:word@example.com/a.png',
    'http://example.com:22/',
    `http://127.0.0.1:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://017700000001:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://[::1]:${port}/`,
    `http://inside.example:${port}/`,
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.google.internal/',
  ])('%s is answered with "Please enter the correct url", and nothing is asked', async (url) => {
    answer = () => heard.push(url)
    const before = await listStoredFiles(server)
    const { status, error } = await bring(url)
    expect([status, error.error]).toEqual([422, 'Please enter the correct url'])
    expect(heard).toEqual([])
    expect(await listStoredFiles(server)).toEqual(before)
  })

  test.each([
    ['is no picture', (response) => response.end('<script>alert(1)</script>')],
    ['is not there', (response) => response.writeHead(404).end()],
    ['leads inside', (response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end()],
    [
      'leads to another kind of address',
      (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    ],
  ] satisfies [string, (response: Parameters<RequestListener>[1]) => unknown][])(
    'that %s is answered with the same words',
    async (_what, respond) => {
      answer = (_request, response) => void respond(response)
      const { status, error } = await bring(`${address}/a.png`)
      expect([status, error.error, error.code]).toEqual([422, 'Please enter the correct url', 'wrong_image_url'])
      expect(heard).toEqual([])
    },
  )

  test('has the same size limit as an uploaded one', async () => {
    answer = (_request, response) => response.writeHead(200, { 'content-length': 20_000_001 }).end()
    expect((await bring(`${address}/a.png`)).error.code).toBe('image_too_large')
  })

  test('can be requested only by people who may edit the article', async () => {
    let asked = 0
    answer = (_request, response) => response.end(void (asked += 1))
    const stranger = await buildCompany(db)
    const { status } = await bring(`${address}/a.png`, server, await server.signIn(stranger.owner, stranger))
    expect([status, asked]).toEqual([404, 0])
  })
})

test('an installation requests nothing from its own machine', { timeout: 20_000 }, async () => {
  const real = await startTestServer()
  const builtCompany = await buildCompany(real.db)
  const own = await buildArticle(real.db, { workspace: await buildWorkspace(real.db, { company: builtCompany }) })
  const { owner_id: ownerId } = await real.db
    .selectFrom('workspaces')
    .where('id', '=', own.workspaceId)
    .select('owner_id')
    .executeTakeFirstOrThrow()
  const by = await real.signIn({ id: ownerId }, builtCompany)
  for (const url of [
    `${real.url}/api/health`,
    `http://localhost:${port}/`,
    `http://127.0.0.1:${port}/`,
    'http://localhost/',
  ]) {
    const { error } = await real.call('image.upload', { query: { articleId: own.id }, body: { url } }, by)
    expect(error.code, url).toBe('wrong_image_url')
  }
  expect(heard).toEqual([])
})
