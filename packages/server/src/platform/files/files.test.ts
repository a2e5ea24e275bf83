import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildHttpServer } from '../http/http-server.ts'
import { createFileAddresses, type MayRead } from './file-address.ts'
import { isFileKey, newFileKey, openFileStorage, registerFileRoutes, type FileStorage } from './index.ts'
import { openStorages } from './storages.fixture.ts'

const storages = await openStorages()
/** Readers who have lost the access for which their URLs were signed. */
const lost = new Set<string>()
let questions = 0
const mayRead: MayRead = async ({ sessionId, scope }) => {
  questions += 1
  return !lost.has(`${sessionId} ${scope}`)
}

async function serve(files: FileStorage): Promise<string> {
  const app = await buildHttpServer({ log: pino({ level: 'silent' }), isHttps: false })
  registerFileRoutes(app, files, { addresses: files.addresses, mayRead })
  afterAll(async () => {
    // Responses that a test does not read to their end keep their connections open.
    app.server.closeAllConnections()
    await app.close()
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

const content = randomBytes(1_000_003)
const keepIn =
  (files: FileStorage) =>
  async (type = 'video/mp4', bytes: Uint8Array | Readable = content) => {
    const key = newFileKey('videos', type)
    await files.put(key, bytes)
    return key
  }
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

describe.each(storages)('storing in $name', ({ files, dataDirectory }) => {
  const keep = keepIn(files)

  test('bytes and streams are returned as they were stored', async () => {
    const fromBytes = await keep()
    const fromStream = newFileKey('videos', 'video/webm')
    expect(await files.put(fromStream, Readable.from([content.subarray(0, 5), content.subarray(5)]))).toBe(
      content.length,
    )
    for (const key of [fromBytes, fromStream]) {
      const stream = await files.read(key)
      expect(stream && content.equals(await buffer(stream))).toBe(true)
      expect(await files.find(key)).toMatchObject({ size: content.length })
    }
    const part = await files.read(fromBytes, { start: 10, end: 19 })
    expect(part && (await buffer(part))).toEqual(content.subarray(10, 20))
  })

  test('nothing is kept of an upload that breaks off or is aborted', async () => {
    const broken = newFileKey('videos', 'video/mp4')
    const stream = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('gone')
      })(),
    )
    await expect(files.put(broken, stream)).rejects.toThrow('gone')
    const endless = Readable.from(
      (async function* () {
        for (;;) {
          yield Buffer.alloc(10)
          await new Promise((resolve) => setTimeout(resolve, 10))
        }
      })(),
    )
    await expect(files.put(broken, endless, { signal: AbortSignal.timeout(50) })).rejects.toThrow('abort')
    expect(await files.find(broken)).toBeNull()
    expect(await files.read(broken)).toBeNull()
    const drafts = path.join(dataDirectory, 'files/drafts')
    expect(existsSync(drafts) ? readdirSync(drafts) : []).toEqual([])
  })

  test('a removed file is gone, and removing it again is no error', async () => {
    const key = await keep()
    await files.remove(key)
    await files.remove(key)
    expect(await files.find(key)).toBeNull()
  })

  test('a key that we did not generate leads nowhere', async () => {
    const key = newFileKey('images', 'image/png')
    const wrong = [
      '../secret',
      'images/../../secret',
      `/${key}`,
      `${key}/..`,
      key.replace('png', 'html'),
      key.replace('/', '//'),
      '',
    ]
    for (const one of wrong) {
      expect(isFileKey(one)).toBe(false)
      await expect(async () => files.put(one, Buffer.from('x'))).rejects.toThrow('not a key')
      await expect(async () => files.read(one)).rejects.toThrow('not a key')
    }
    expect(() => newFileKey('../etc', 'image/png')).toThrow('not a folder')
  })
})

describe('a folder', () => {
  const [{ files, dataDirectory }] = storages

  test('lets only the account of the server read a file', async () => {
    const key = await keepIn(files)()
    expect(statSync(path.join(dataDirectory, 'files', key)).mode & 0o777).toBe(0o600)
    expect(statSync(path.join(dataDirectory, 'files')).mode & 0o777).toBe(0o700)
  })

  test('loses drafts of killed processes to the sweep after a day', async () => {
    const drafts = path.join(dataDirectory, 'files/drafts')
    writeFileSync(path.join(drafts, 'old.draft'), 'x')
    writeFileSync(path.join(drafts, 'young.draft'), 'x')
    utimesSync(path.join(drafts, 'old.draft'), new Date(0), new Date(0))
    await openFileStorage({ dataDirectory, secret: 'x' })
    expect(readdirSync(drafts)).toEqual(['young.draft'])
    // A process that runs for months sweeps too.
    utimesSync(path.join(drafts, 'young.draft'), new Date(0), new Date(0))
    await files.sweepTempFiles()
    expect(readdirSync(drafts)).toEqual([])
  })

  test('reports that it cannot be written', async () => {
    await files.check()
    const elsewhere = mkdtempSync(path.join(os.tmpdir(), 'knowreel-files-'))
    const broken = await openFileStorage({ dataDirectory: elsewhere, secret: 'x' })
    writeFileSync(path.join(elsewhere, 'files'), 'a file where the folder should be')
    await expect(broken.check()).rejects.toThrow('ENOTDIR')
    rmSync(elsewhere, { recursive: true })
  })
})

describe('a URL', () => {
  const hour = 3_600_000
  const start = Date.UTC(2026, 0, 2, 10, 0, 0)
  const at = (ms: number) => createFileAddresses('secret', () => ms)
  const key = newFileKey('images', 'image/png')
  const queryOf = (address: string) => Object.fromEntries(new URL(address, 'http://x').searchParams)

  test('is the same within an hour and valid for one to two hours', () => {
    const address = at(start).sign(key, 'everybody')
    expect(at(start + hour - 1).sign(key, 'everybody')).toBe(address)
    expect(at(start + hour).sign(key, 'everybody')).not.toBe(address)
    expect(at(start + 2 * hour - 1).verify(key, queryOf(address))).toMatchObject({
      expiresAt: new Date(start + 2 * hour),
    })
    expect(at(start + 2 * hour).verify(key, queryOf(address))).toBeNull()
    const last = at(start + hour - 1).sign(key, 'everybody')
    expect(at(start + hour - 1 + hour).verify(key, queryOf(last))).not.toBeNull()
  })

  test('expires at the given time', () => {
    const address = at(start).sign(key, 'everybody', { expiresAt: new Date(start + 60_000) })
    expect(at(start + 59_999).verify(key, queryOf(address))).not.toBeNull()
    expect(at(start + 60_000).verify(key, queryOf(address))).toBeNull()
  })

  test('is valid for its own file, time, name and installation only', () => {
    const query = queryOf(at(start).sign(key, 'everybody', { fileName: 'plan.png' }))
    const verify = (change: object, of = key) => at(start).verify(of, { ...query, ...change })
    expect(verify({})).not.toBeNull()
    expect(verify({}, newFileKey('images', 'image/png'))).toBeNull()
    for (const change of [
      { exp: String(Number(query['exp']) + 1) },
      { exp: [query['exp'], query['exp']] },
      { exp: '99999999999999999999' },
      { name: 'plan.html' },
      { name: undefined },
      { sig: undefined },
      { sig: '' },
      { sig: query['sig']?.slice(1) },
      { sig: [query['sig']] },
      { by: 'another session' },
      { for: 'another scope' },
    ]) {
      expect(verify(change)).toBeNull()
    }
    expect(createFileAddresses('another', () => start).verify(key, query)).toBeNull()
  })
})

describe.each(storages)('over http from $name', ({ files }) => {
  const keep = keepIn(files)
  let origin = ''
  beforeAll(async () => {
    origin = await serve(files)
  })
  const ask = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(origin + address, { headers, method })

  test('a file is sent whole, cacheable by this browser only, while the URL is valid', async () => {
    const answer = await ask(files.signedAddress(await keep(), 'everybody'))
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(content.length),
      'content-disposition': 'inline',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
    })
    const [, seconds] = /^private, max-age=(\d+), immutable$/.exec(answer.headers.get('cache-control') ?? '') ?? []
    expect(Number(seconds)).toBeGreaterThanOrEqual(3590)
    expect(Number(seconds)).toBeLessThanOrEqual(7200)
    expect(content.equals(await bytesOf(answer))).toBe(true)
  })

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    ['bytes=1000000-', 1_000_000, 1_000_002],
    ['bytes=-3', 1_000_000, 1_000_002],
    ['bytes=5-99999999', 5, 1_000_002],
    ['bytes=-99999999', 0, 1_000_002],
  ])('a part is sent for %s', async (range, first, last) => {
    const answer = await ask(files.signedAddress(await keep(), 'everybody'), { range })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${last}/${content.length}`)
    expect(answer.headers.get('content-length')).toBe(String(last - first + 1))
    expect(content.subarray(first, last + 1).equals(await bytesOf(answer))).toBe(true)
  })

  test.each(['bytes=1000003-', 'bytes=2000000-2000001', 'bytes=-0'])('%s is outside the file', async (range) => {
    const answer = await ask(files.signedAddress(await keep(), 'everybody'), { range })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */1000003'])
    expect(await answer.text()).toBe('')
  })

  test.each(['bytes=5-2', 'bytes=a-b', 'bytes=-', 'bytes=0-1,5-6', 'pages=1-2'])('%s is ignored', async (range) => {
    const answer = await ask(files.signedAddress(await keep(), 'everybody'), { range })
    expect([answer.status, (await bytesOf(answer)).length]).toEqual([200, content.length])
  })

  test('a range request for a changed file returns the whole file', async () => {
    const address = files.signedAddress(await keep(), 'everybody')
    const tag = (await ask(address, {}, 'HEAD')).headers.get('etag') ?? ''
    const part = { range: 'bytes=0-9' }
    expect((await ask(address, { ...part, 'if-range': tag })).status).toBe(206)
    expect((await ask(address, { ...part, 'if-range': '"another"' })).status).toBe(200)
  })

  test('a file that the browser has is not sent again', async () => {
    const address = files.signedAddress(await keep(), 'everybody')
    const tag = (await ask(address, {}, 'HEAD')).headers.get('etag') ?? ''
    const again = await ask(address, { 'if-none-match': `"x", W/${tag}` })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('HEAD returns the same headers without the body', async () => {
    const address = files.signedAddress(await keep(), 'everybody')
    const answer = await ask(address, {}, 'HEAD')
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '1000003', ''])
    const part = await ask(address, { range: 'bytes=0-9' }, 'HEAD')
    expect([part.status, part.headers.get('content-length')]).toEqual([206, '10'])
    const forged = address.replace(/sig=(.)/, (_, first: string) => `sig=${first === '_' ? '-' : '_'}`)
    expect((await ask(forged, {}, 'HEAD')).status).toBe(403)
  })

  test('without a valid URL nothing is revealed, not even whether the file exists', async () => {
    const key = await keep()
    const gone = newFileKey('videos', 'video/mp4')
    const good = files.signedAddress(key, 'everybody')
    const over = files.signedAddress(key, 'everybody', { expiresAt: new Date(Date.now() - 1000) })
    const other = files.signedAddress(gone, 'everybody').replace(gone, key)
    const unsigned = [`/files/${key}`, `/files/${gone}`]
    for (const address of [...unsigned, over, other, `${good}&name=x`, good.replace(/exp=\d+&/, '')]) {
      const answer = await ask(address)
      expect([address, answer.status]).toEqual([address, 403])
      expect(await answer.json()).toMatchObject({ error: expect.any(String), code: 'forbidden' })
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    expect((await ask(files.signedAddress(gone, 'everybody'))).status).toBe(404)
  })

  describe('with a URL signed for one reader', () => {
    const reader = { sessionId: 'a session', scope: 'a scope' }
    const nextMoment = () => new Promise((resolve) => setTimeout(resolve, 2100))

    test('nobody can change it to another reader or to everyone', async () => {
      const address = new URL(files.signedAddress(await keep(), reader), origin)
      expect((await fetch(address)).status).toBe(200)
      for (const [name, value] of [
        ['by', 'another'],
        ['by', null],
        ['for', 'elsewhere'],
        ['for', null],
      ] as const) {
        const changed = new URL(address)
        if (value === null) changed.searchParams.delete(name)
        else changed.searchParams.set(name, value)
        expect((await fetch(changed)).status).toBe(403)
      }
    })

    test('it is refused after the reader has lost access, and only for that reader', async () => {
      const address = files.signedAddress(await keep(), reader)
      const other = files.signedAddress(await keep(), { sessionId: 'another session', scope: 'a scope' })
      const tag = (await ask(address, {}, 'HEAD')).headers.get('etag') ?? ''
      lost.add('a session a scope')
      await nextMoment()
      expect((await ask(address)).status).toBe(403)
      expect((await ask(address, { 'if-none-match': tag })).status).toBe(403)
      expect((await ask(address, { range: 'bytes=0-9' })).status).toBe(403)
      expect((await ask(other)).status).toBe(200)
      lost.clear()
    })

    test('one access check covers the many pieces of a video', async () => {
      const address = files.signedAddress(await keep(), { sessionId: 'a viewer', scope: 'a recording' })
      const before = questions
      await Promise.all(Array.from({ length: 20 }, () => ask(address, { range: 'bytes=0-9' })))
      expect(questions - before).toBe(1)
    })

    test('the browser caches it for at most five minutes, and a URL for everyone while it is valid', async () => {
      const key = await keep()
      const kept = async (address: string) => (await ask(address, {}, 'HEAD')).headers.get('cache-control')
      expect(await kept(files.signedAddress(key, { sessionId: null, scope: 'a scope' }))).toBe('private, max-age=300')
      expect(await kept(files.signedAddress(key, 'everybody'))).toMatch(/^private, max-age=\d{4}, immutable$/)
    })
  })

  test('a URL for a path outside the folder leads nowhere, even if signed', async () => {
    for (const path of ['../secret', '..%2fsecret', 'videos/../../secret']) {
      const address = files.addresses.sign(path, 'everybody')
      const status = await new Promise((resolve, reject) => {
        get(origin + address, (answer) => resolve(answer.resume().statusCode)).on('error', reject)
      })
      expect([403, 404]).toContain(status)
    }
  })

  test.each([
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'text/xml',
    'application/javascript',
    'application/pdf',
  ])('%s is offered for saving and never shown', async (type) => {
    const key = await keep(type, Buffer.from('<script>alert(1)</script>'))
    const answer = await ask(files.signedAddress(key, 'everybody', { fileName: 'Звіт "3"\r\n.html' }))
    expect(answer.headers.get('content-type')).toMatch(/^application\/(octet-stream|pdf)$/)
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="____ _3___.html"; filename*=UTF-8''%D0%97%D0%B2%D1%96%D1%82%20%223%22%0D%0A.html`,
    )
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  })

  test('text is not compressed in transit, so that its ranges are correct', async () => {
    const captions = `WEBVTT\n\n${'00:01 --> 00:02\nПривіт\n'.repeat(500)}`
    const key = await keep('text/vtt', Buffer.from(captions))
    const answer = await ask(files.signedAddress(key, 'everybody'), { 'accept-encoding': 'gzip, br' })
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(await answer.text()).toBe(captions)
  })

  test('a reader who disconnects leaves no file open', async () => {
    const key = await keep('video/mp4', Buffer.alloc(20_000_000))
    const openFiles = () => readdirSync('/proc/self/fd').length
    const before = openFiles()
    for (let i = 0; i < 20; i++) {
      const request = get(origin + files.signedAddress(key, 'everybody'))
      const [answer] = (await once(request, 'response')) as [IncomingMessage]
      await once(answer, 'data')
      answer.destroy()
    }
    await expect.poll(openFiles, { timeout: 5000 }).toBeLessThanOrEqual(before + 3)
  })
})
