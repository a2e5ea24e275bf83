import dns from 'node:dns'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { createS3FileDriver } from './s3-file-driver.ts'
import { setUpS3FileDriver, timing, newKey, small, large, hashOf, streamOf, failing } from './s3-file-driver.fixture.ts'

const { storage, workDirectory, open, files, stored, kept } = await setUpS3FileDriver()

describe('large files', () => {
  test('are sent in blocks and appear with the last of them', async () => {
    const key = newKey()
    let seen: unknown = 'nobody looked'
    const watched = (async function* () {
      for await (const chunk of streamOf(large) as AsyncIterable<Buffer>) yield chunk
      seen = await files.find(key)
    })()
    expect(await files.put(key, Readable.from(watched))).toBe(large.length)
    expect(seen).toBeNull()
    expect(hashOf((await stored(key)) ?? Buffer.of())).toBe(hashOf(large))
    expect(storage.uploads.size).toBe(0)
  })

  test('that break off leave nothing, not even blocks', async () => {
    const key = newKey()
    const breaking = (async function* () {
      yield large
      await delay(1)
      throw new Error('gone')
    })()
    await expect(files.put(key, Readable.from(breaking))).rejects.toThrow('gone')
    storage.fail(failing(403, 'AccessDenied'), (request) => request === `PUT ${key}`)
    await expect(files.put(key, streamOf(large))).rejects.toThrow('storage of files')
    expect([await files.find(key), storage.uploads.size]).toEqual([null, 0])
  })

  test('of a killed process are swept after a day, and files of others are not', async () => {
    const begun = async (name: string, ageMs: number) => {
      const id = `upload of ${name}`
      storage.uploads.set(id, { id, name, startedAt: new Date(Date.now() - ageMs), parts: new Map() })
      return id
    }
    await begun(newKey(), 90_000_000)
    const young = await begun(newKey(), 1000)
    const foreign = await begun('backups/of-somebody.tar', 90_000_000)
    await files.sweepTempFiles()
    expect([...storage.uploads.keys()]).toEqual([young, foreign])
    storage.uploads.clear()
  })

  test('made on this machine are moved to storage', async () => {
    const key = newKey('recordings')
    await files.withFolder(async (folder) => {
      const file = path.join(folder, 'recording.mp4')
      writeFileSync(file, large)
      expect(await files.putLocalFile(key, file)).toBe(large.length)
      expect(existsSync(file)).toBe(false)
    })
    expect(hashOf((await stored(key)) ?? Buffer.of())).toBe(hashOf(large))
  })
})

describe('growing files', () => {
  test('keep what had arrived when the storage fails midway, and resume from there', async () => {
    const key = newKey()
    storage.fail(failing(403, 'AccessDenied'), (request) => request === `PUT ${key}/000001`)
    await expect(files.append(key, 0, streamOf(large))).rejects.toThrow('storage of files')
    const length = await files.sync(key)
    expect(length).toBe(8_388_608)
    expect(await files.append(key, length, streamOf(large.subarray(length)))).toBe(large.length)
    expect(hashOf((await stored(key)) ?? Buffer.of())).toBe(hashOf(large))
  })

  test('are seen completely by a process that starts without prior state', async () => {
    const key = newKey()
    const before = await open()
    await before.append(key, 0, streamOf(large.subarray(0, 9_000_000)))
    await before.close()
    const after = await open()
    expect(await after.sync(key)).toBe(9_000_000)
    await after.append(key, 9_000_000, streamOf(large.subarray(9_000_000)))
    expect(hashOf((await stored(key, after)) ?? Buffer.of())).toBe(hashOf(large))
    await after.close()
  })

  test('that were moved unfinished from a folder start over', async () => {
    const key = await kept(large)
    expect(await files.sync(key)).toBe(0)
    await files.append(key, 0, streamOf(small))
    expect(await files.find(key)).toMatchObject({ size: small.length })
    expect(small.equals((await stored(key)) ?? Buffer.of())).toBe(true)
  })

  test('are listed once, with their total length and age, and are removed completely', async () => {
    const [growing, whole] = [newKey('growing-test'), newKey('growing-test')]
    await files.append(growing, 0, streamOf(large))
    await files.put(whole, small)
    const sizes = new Map<string, number>()
    for await (const { key, size } of files.list('growing-test')) sizes.set(key, size)
    expect(sizes).toEqual(
      new Map([
        [growing, large.length],
        [whole, small.length],
      ]),
    )
    await files.remove(growing)
    expect([...storage.objects.keys()].filter((name) => name.startsWith('growing-test'))).toEqual([whole])
  })

  test('acknowledge nothing that the storage has not confirmed', async () => {
    const key = newKey()
    storage.fail({ how: 'wait', ms: 400 }, (request) => request === `PUT ${key}/000000`)
    const began = Date.now()
    await files.append(key, 0, streamOf(small))
    expect(Date.now() - began).toBeGreaterThanOrEqual(400)
    expect(storage.objects.has(`${key}/000000`)).toBe(true)
  })
})

describe('reading', () => {
  test('requests no more from the storage than the reader consumes', async () => {
    const key = await kept(Buffer.alloc(40_000_000))
    const stream = await files.read(key)
    if (stream === null) throw new Error('it is not there')
    await once(stream, 'readable')
    await delay(200)
    expect(stream.readableLength).toBeLessThan(2_000_000)
    stream.destroy()
    await files.remove(key)
  })

  test('ends its request when the reader disconnects, even while the storage sends nothing', async () => {
    const key = newKey()
    await files.append(key, 0, streamOf(large))
    const before = await storage.connections()
    const streams = await Promise.all(Array.from({ length: 10 }, () => files.read(key)))
    storage.fail({ how: 'hang' }, (request) => request.startsWith(`GET ${key}/`), 10)
    for (const stream of streams) stream?.resume()
    await vi.waitFor(() => expect(storage.requests.filter((one) => one.startsWith(`GET ${key}/`)).length).toBe(10))
    for (const stream of streams) stream?.destroy()
    await vi.waitFor(async () => expect(await storage.connections()).toBeLessThanOrEqual(before + 1))
  })

  test('continues for a reader who paused for longer than the idle timeout', async () => {
    const key = await kept(large)
    const stream = await files.read(key)
    if (stream === null) throw new Error('it is not there')
    await once(stream, 'readable')
    await delay(2000)
    expect(hashOf(await buffer(stream))).toBe(hashOf(large))
  })

  test('requests the length of a file once for the many pieces of a video', async () => {
    const key = await kept(small)
    for (let i = 0; i < 5; i++) await files.find(key)
    expect(storage.requests.filter((request) => request === `HEAD ${key}`)).toHaveLength(1)
    await files.remove(key)
    expect(await files.find(key)).toBeNull()
  })
})

describe('a local copy', () => {
  test('is fetched once for all concurrent users, and stays for the next one', async () => {
    const key = await kept(large)
    const paths = new Set<string>()
    const work = async (file: string) => {
      paths.add(file)
      await delay(20)
      return hashOf(await readFile(file))
    }
    const results = await Promise.all([1, 2, 3].map(() => files.withLocalFile(key, work)))
    results.push(await files.withLocalFile(key, work))
    expect(new Set(results)).toEqual(new Set([hashOf(large)]))
    expect([paths.size, storage.requests.filter((request) => request === `GET ${key}`).length]).toEqual([1, 1])
  })

  test('of a missing file is null, and a failed fetch is repeated by the next user', async () => {
    expect(await files.withLocalFile(newKey(), async () => 'seen')).toBeNull()
    const key = await kept(small)
    storage.fail(failing(403, 'AccessDenied'), (request) => request === `GET ${key}`)
    await expect(files.withLocalFile(key, async () => 'seen')).rejects.toThrow('storage of files')
    expect(await files.withLocalFile(key, async (file) => readFileSync(file).equals(small))).toBe(true)
  })

  test('is gone when the server stops', async () => {
    const elsewhere = mkdtempSync(path.join(os.tmpdir(), 'knowreel-s3-'))
    const other = await createS3FileDriver({ settings: storage.settings, workDirectory: elsewhere, timing })
    const key = await kept(small)
    await other.withLocalFile(key, async () => undefined)
    expect(readdirSync(path.join(elsewhere, 'drafts'))).toHaveLength(1)
    await other.close()
    expect(readdirSync(path.join(elsewhere, 'drafts'))).toEqual([])
    rmSync(elsewhere, { recursive: true })
  })
})

describe('settings', () => {
  test('put the bucket into the host name where the storage requires it', async () => {
    const asked: string[] = []
    const toUs = (host: string, options: { all?: boolean }, answer: (...found: unknown[]) => void) => {
      asked.push(host)
      if (options.all === true) answer(null, [{ address: '127.0.0.1', family: 4 }])
      else answer(null, '127.0.0.1', 4)
    }
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(toUs as typeof dns.lookup)
    try {
      const { bucket, endpoint } = storage.settings
      const elsewhere = `http://s3.example.org:${new URL(endpoint ?? '').port}`
      const inHost = await open({ isPathStyle: false, endpoint: elsewhere })
      const key = newKey()
      await inHost.put(key, streamOf(large))
      expect(hashOf((await stored(key, inHost)) ?? Buffer.of())).toBe(hashOf(large))
      expect(new Set(asked)).toEqual(new Set([`${bucket}.s3.example.org`]))
      await inHost.close()
    } finally {
      lookup.mockRestore()
    }
  })

  test('put every name below the prefix, and read nothing else', async () => {
    const inside = await open({ prefix: 'halden/files/' })
    const [key, outside] = [newKey('prefix-test'), newKey('prefix-test')]
    await files.put(outside, small)
    await inside.put(key, small)
    await inside.append(outside, 0, streamOf(small.subarray(0, 10)))
    expect(storage.objects.has(`halden/files/${key}`)).toBe(true)
    const found: string[] = []
    for await (const file of inside.list('prefix-test')) found.push(file.key)
    expect(found.toSorted()).toEqual([key, outside].toSorted())
    expect(await stored(outside, inside)).toEqual(small.subarray(0, 10))
    await inside.remove(outside)
    expect(await files.find(outside)).toMatchObject({ size: small.length })
    await inside.close()
  })

  test.each([
    [{ bucket: 'another' }, /^S3_BUCKET "another" does not exist at http:\/\/127/],
    [
      { credentials: { accessKeyId: 'test-key', secretAccessKey: 'wrong-pass-1' } },
      /refuses S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY \(SignatureDoesNotMatch\)\.$/,
    ],
    [{ credentials: { accessKeyId: 'unknown', secretAccessKey: 'wrong-pass-1' } }, /\(InvalidAccessKeyId\)\.$/],
    [{ region: 'elsewhere-1' }, /^S3_BUCKET ".*" lies in another region than S3_REGION "elsewhere-1"\.$/],
    [{ endpoint: 'http://127.0.0.1:9' }, /^http:\/\/127\.0\.0\.1:9 does not answer: ECONNREFUSED\.$/],
  ])('that are wrong stop the start and say which', async (changes, message) => {
    const failed = await open(changes).catch((error: unknown) => error)
    expect(failed).toMatchObject({ name: 'StartupError', message: expect.stringMatching(message) })
    expect(JSON.stringify(failed) + String((failed as Error).stack)).not.toContain('wrong-pass-1')
  })

  test('with too few permissions prevent the start', async () => {
    storage.fail(failing(403, 'AccessDenied'), (request) => request === 'GET ')
    await expect(open()).rejects.toThrow('the key must be allowed to list it, and to read, write and delete in it.')
  })

  test('that break later appear in the health check', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      await files.check()
      vi.setSystemTime(Date.now() + 20_000)
      storage.fail(failing(403, 'InvalidAccessKeyId'), (request) => request === 'PUT probe')
      await expect(files.check()).rejects.toThrow('storage of files')
      await files.check()
    } finally {
      vi.useRealTimers()
    }
  })
})

test('files left on this machine by killed processes are swept at the start', async () => {
  const drafts = path.join(workDirectory, 'drafts')
  await mkdir(drafts, { recursive: true })
  writeFileSync(path.join(drafts, 'young.copy'), 'x')
  const again = await open()
  expect(readdirSync(drafts)).toContain('young.copy')
  await again.close()
})
