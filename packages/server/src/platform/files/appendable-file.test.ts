import { createHash, randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { newFileKey } from './index.ts'
import { openStorages } from './storages.fixture.ts'

const storages = await openStorages()

const newKey = () => newFileKey('originals', 'application/octet-stream')
async function* inChunks(bytes: Uint8Array, { size = 64 * 1024, breaksAfter = Infinity } = {}) {
  for (let at = 0; at < bytes.length; at += size) {
    if (at >= breaksAfter) throw new Error('the line broke')
    yield bytes.subarray(at, at + size)
  }
}
const bytes = randomBytes(5_000_001)

describe.each(storages)('in $name', ({ files }) => {
  const stored = async (key: string) => {
    const stream = await files.read(key)
    return stream === null ? null : buffer(stream)
  }

  test('a file that arrives in pieces consists of the pieces in their order', async () => {
    const key = newKey()
    expect(await files.append(key, 0, inChunks(bytes.subarray(0, 3_000_000)))).toBe(3_000_000)
    expect(await files.append(key, 3_000_000, inChunks(bytes.subarray(3_000_000)))).toBe(bytes.length)
    expect(bytes.equals((await stored(key)) ?? Buffer.of())).toBe(true)
  })

  test('what has arrived of a broken piece is kept', async () => {
    const key = newKey()
    await expect(files.append(key, 0, inChunks(bytes, { breaksAfter: 2_000_000 }))).rejects.toThrow('the line broke')
    const length = await files.sync(key)
    expect(length).toBeGreaterThanOrEqual(2_000_000)
    await files.append(key, length, inChunks(bytes.subarray(length)))
    expect(bytes.equals((await stored(key)) ?? Buffer.of())).toBe(true)
  })

  test('a repeated piece changes nothing of what had arrived', async () => {
    const key = newKey()
    await files.append(key, 0, inChunks(bytes.subarray(0, 2_000_000)))
    expect(await files.append(key, 0, inChunks(bytes.subarray(0, 1_000_000)))).toBe(2_000_000)
    expect(bytes.subarray(0, 2_000_000).equals((await stored(key)) ?? Buffer.of())).toBe(true)
  })

  test('a file has no holes, and what is cut off is gone', async () => {
    const key = newKey()
    expect(await files.sync(key)).toBe(0)
    await expect(files.append(key, 10, inChunks(bytes))).rejects.toThrow('no holes')
    await files.append(key, 0, inChunks(bytes.subarray(0, 1000)))
    await files.truncate(key, 10)
    expect(await stored(key)).toEqual(bytes.subarray(0, 10))
  })

  test('a piece may begin and end anywhere', async () => {
    const key = newKey()
    const many = randomBytes(20_000_000)
    // Within, at and beyond the boundaries of what a storage writes at a time.
    const ends = [1, 8_388_607, 8_388_608, 8_388_609, 16_777_216, 16_777_300, many.length]
    let length = 0
    for (const end of ends) {
      expect(await files.append(key, length, inChunks(many.subarray(length, end)))).toBe(end)
      length = await files.sync(key)
      expect(length).toBe(end)
    }
    // Rewrites across a boundary, writes nothing new, and reads a window in the middle.
    expect(await files.append(key, 8_000_000, inChunks(many.subarray(8_000_000, 9_000_000)))).toBe(many.length)
    expect(many.equals((await stored(key)) ?? Buffer.of())).toBe(true)
    const window = await files.read(key, { start: 8_388_000, end: 16_778_000 })
    expect(window && many.subarray(8_388_000, 16_778_001).equals(await buffer(window))).toBe(true)
    for (const end of [16_777_216, 8_388_609, 8_388_608, 100, 0]) {
      await files.truncate(key, end)
      expect(await files.sync(key)).toBe(end)
      expect(await files.find(key)).toMatchObject({ size: end })
    }
    expect(await files.append(key, 0, inChunks(many.subarray(0, 5)))).toBe(5)
    expect(await stored(key)).toEqual(many.subarray(0, 5))
    await files.remove(key)
    expect([await files.sync(key), await files.find(key), await stored(key)]).toEqual([0, null, null])
  })

  test('small chunks keep their order while the disk is busy', async () => {
    const key = newKey()
    const many = randomBytes(20_000_000)
    await files.append(key, 0, inChunks(many, { size: 16_411 }))
    const hash = (whole: Buffer | null) => whole && createHash('sha256').update(whole).digest('hex')
    expect(hash(await stored(key))).toBe(hash(many))
  })

  test('a folder lists its files with size and age', async () => {
    const key = newKey()
    await files.append(key, 0, inChunks(bytes.subarray(0, 123)))
    await files.put(newFileKey('images', 'image/png'), bytes)
    const sizes = new Map<string, number>()
    for await (const file of files.list('originals')) sizes.set(file.key, file.size)
    expect(sizes.get(key)).toBe(123)
    expect([...sizes.keys()].every((name) => name.startsWith('originals/'))).toBe(true)
    for await (const file of files.list('nothing')) expect(file).toBeUndefined()
  })
})

test('in a folder only the account of the server may read it', async () => {
  const [{ files, dataDirectory }] = storages
  const key = newKey()
  await files.append(key, 0, inChunks(bytes))
  expect(statSync(path.join(dataDirectory, 'files', key)).mode & 0o777).toBe(0o600)
})
