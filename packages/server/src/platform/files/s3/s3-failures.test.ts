import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { isSoak } from '../../../../test/soak.ts'
import { setUpS3FileDriver, newKey, small, large, hashOf, streamOf, failing } from './s3-file-driver.fixture.ts'

const { storage, open, files, stored, kept } = await setUpS3FileDriver()

describe('a failing storage', () => {
  test('is retried after a short failure of any kind', { timeout: 60_000 }, async () => {
    const quick = [failing(503, 'SlowDown'), { how: 'cut' }, { how: 'wait', ms: 300 }] as const
    const others = [failing(429, 'TooManyRequests'), failing(500, 'InternalError'), { how: 'hang' }] as const
    const troubles = isSoak ? [...quick, ...others] : quick
    // Concurrently, because most of it is waiting.
    await Promise.all(
      troubles.map(async (trouble) => {
        const [key, growing] = [newKey(), newKey()]
        const meet = (request: string) => storage.fail(trouble, (asked) => asked === request)
        meet(`PUT ${key}`)
        meet(`PUT ${key}`)
        await files.put(key, small)
        meet(`PUT ${growing}/000000`)
        expect(await files.append(growing, 0, streamOf(small))).toBe(small.length)
        meet(`HEAD ${key}`)
        expect(await files.find(key)).toMatchObject({ size: small.length })
        meet(`GET ${key}`)
        meet(`GET ${growing}/000000`)
        for (const each of [key, growing]) expect(small.equals((await stored(each)) ?? Buffer.of())).toBe(true)
        meet(`DELETE ${key}`)
        await files.remove(key)
        expect(await files.find(key)).toBeNull()
      }),
    )
  })

  test('in the middle of a video sends the rest, and every byte once', async () => {
    const key = await kept(large)
    storage.fail({ how: 'cut' }, (request) => request === `GET ${key}`, 5)
    expect(hashOf((await stored(key)) ?? Buffer.of())).toBe(hashOf(large))
    expect(storage.requests.filter((request) => request === `GET ${key}`)).toHaveLength(6)
  })

  test('that loses the last response for a large file has stored it nevertheless', async () => {
    const key = newKey()
    storage.fail({ how: 'lose the answer' }, (request) => request === `POST ${key}`)
    expect(await files.put(key, streamOf(large))).toBe(large.length)
    expect(await files.find(key)).toMatchObject({ size: large.length })
  })

  test('that first confirms a large file and then reports an error is retried, and not trusted', async () => {
    const key = newKey()
    const joining = (request: string) => request === `POST ${key}`
    storage.fail({ how: 'fail after all', code: 'InternalError' }, joining, 1)
    expect(await files.put(key, streamOf(large))).toBe(large.length)
    expect(hashOf((await stored(key)) ?? Buffer.of())).toBe(hashOf(large))
    const other = newKey()
    storage.fail({ how: 'fail after all', code: 'InternalError' }, (request) => request === `POST ${other}`, 9)
    await expect(files.put(other, streamOf(large))).rejects.toMatchObject({ code: 'unavailable' })
    expect(await files.find(other)).toBeNull()
    expect([...storage.uploads.values()].map(({ name }) => name)).not.toContain(other)
  })

  test.each([20 * 60_000, -20 * 60_000])(
    'whose clock is %i ms ahead of ours is signed for by its own',
    async (ahead) => {
      const fresh = await open()
      storage.setClock(ahead)
      const key = newKey()
      await fresh.put(key, small)
      expect(await stored(key, fresh)).toEqual(small)
      await fresh.close()
    },
  )

  test('that keeps failing ends in a retryable error, with nothing half-written', async () => {
    const key = newKey()
    storage.fail(failing(503, 'SlowDown'), (request) => request.startsWith('PUT'), 4)
    const failed = await files.put(key, small).catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 'unavailable', status: 503 })
    expect(String((failed as Error).cause)).toContain('answers 503 (SlowDown)')
    expect(await files.find(key)).toBeNull()
  })

  test('that returns different bytes under the same name aborts the read', async () => {
    const key = await kept(large)
    const stream = await files.read(key)
    if (stream === null) throw new Error('it is not there')
    storage.fail({ how: 'cut' }, (request) => request === `GET ${key}`)
    const again = await files.read(key)
    const [first] = (await once(again ?? Readable.from([]), 'data')) as [Buffer]
    expect(large.subarray(0, first.length).equals(first)).toBe(true)
    await files.put(key, randomBytes(large.length))
    await expect(buffer(again as Readable)).rejects.toThrow('went while it was read')
    stream.destroy()
  })
})
