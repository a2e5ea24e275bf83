/** A build of the web app that is replaced while the server runs. */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { brotliDecompressSync } from 'node:zlib'
import { createLog } from '../log/log.ts'
import { buildHttpServer } from './http-server.ts'
import { registerWebApp } from './web-app.ts'

const directory = await mkdtemp(path.join(tmpdir(), 'knowreel-web-'))
const pageOf = (build: string) =>
  `<!doctype html><html><head><title>Knowreel</title><script>start('${build}')</script><script type="module" src="/assets/${build}.js"></script></head><body></body></html>\n`
const hashOf = (build: string) => `'sha256-${createHash('sha256').update(`start('${build}')`).digest('base64')}'`

const write = (file: string, text: string) => writeFile(path.join(directory, file), text)
async function empty() {
  await rm(directory, { recursive: true, force: true })
  await mkdir(path.join(directory, 'assets'), { recursive: true })
}
async function build(name: string) {
  await empty()
  await write(`assets/${name}.js`, `run('${name}')`)
  await write('index.html', pageOf(name))
}

beforeEach(() => build('first'))
const app = await buildHttpServer({ log: createLog({ logLevel: 'silent' }), isHttps: false })
await build('first')
await registerWebApp(app, directory)
afterAll(async () => {
  await app.close()
  await rm(directory, { recursive: true, force: true })
})

async function read(url: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({ url, headers })
  const policy = String(answer.headers['content-security-policy'])
  return { status: answer.statusCode, text: answer.body, policy, headers: answer.headers, bytes: answer.rawPayload }
}

test('the next build is served without a restart, with its scripts allowed and its files present', async () => {
  expect(await read('/b/some/page')).toMatchObject({ status: 200, text: pageOf('first') })
  await build('second')
  for (const url of ['/', '/b/some/page', '/index.html']) {
    const { status, text, policy } = await read(url)
    expect([status, text]).toEqual([200, pageOf('second')])
    expect(policy).toContain(`script-src 'self' ${hashOf('second')};`)
    expect(policy).not.toContain(hashOf('first'))
  }
  const script = await read('/assets/second.js')
  expect([script.status, script.text]).toEqual([200, "run('second')"])
  expect(script.headers['cache-control']).toContain('immutable')
  expect((await read('/assets/first.js')).status).toBe(404)
})

test('frames are limited to the listed sites, also on a page with a payment form', async () => {
  const frameSources = ['https://frames.example']
  const framing = await buildHttpServer({ log: createLog({ logLevel: 'silent' }), isHttps: false, frameSources })
  const paymentSiteOf = (address: string) => (address === '/pay' ? 'https://pay.example' : null)
  await registerWebApp(framing, directory, { paymentSiteOf })
  const framesOf = async (url: string) => {
    const { headers } = await framing.inject({ url })
    return String(headers['content-security-policy'])
      .split(';')
      .filter((directive) => directive.startsWith('frame-src'))
  }
  expect(await framesOf('/b/some/page')).toEqual(["frame-src 'self' https://frames.example"])
  expect(await framesOf('/pay')).toEqual(["frame-src 'self' https://frames.example https://pay.example"])
  await framing.close()
})

test('a file of the build has short headers, which still limit what it may do', async () => {
  const { headers } = await read('/assets/first.js')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'self'",
  })
  const length = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + String(value).length + 4, 0)
  expect(length).toBeLessThan(400)
})

test('during a build, nobody gets a page that cannot run', async () => {
  await read('/')
  await empty()
  const unready = { status: 503, headers: { 'retry-after': '5', 'cache-control': 'no-store' } }
  expect(await read('/')).toMatchObject(unready)
  await write('index.html', pageOf('third').slice(0, 90))
  expect(await read('/b/some/page')).toMatchObject(unready)
  await write('index.html', pageOf('third'))
  expect(await read('/b/some/page')).toMatchObject(unready)
  await write('assets/third.js', "run('third')")
  expect(await read('/b/some/page')).toMatchObject({ status: 200, text: pageOf('third') })
})

test('a browser that has the page gets 304 until the page changes', async () => {
  const { headers } = await read('/')
  const known = { 'if-none-match': String(headers.etag) }
  expect(await read('/', known)).toMatchObject({ status: 304, text: '' })
  await build('fourth')
  expect(await read('/', known)).toMatchObject({ status: 200, text: pageOf('fourth') })
})

test('the page is compressed for clients that accept it', async () => {
  const { headers, bytes } = await read('/', { 'accept-encoding': 'gzip, br' })
  expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(brotliDecompressSync(bytes).toString()).toBe(pageOf('first'))
})

test.each(['/assets/..%2Findex.html', '/assets/none.js', '/assets/', '/fonts/.hidden'])(
  '%s is not there',
  async (url) => {
    expect((await read(url)).status).toBe(404)
  },
)
