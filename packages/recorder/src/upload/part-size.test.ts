import { uploadLimits } from '@knowreel/shared/video/upload/upload-protocol.ts'
import { expect, test } from 'vitest'
import { livePartSize, nextPartSize, partSizes } from './part-size.ts'

const mb = 1_000_000
/** The part sizes on a connection with this many bytes per second. */
const sizesAt = (bytesPerSecond: number, count: number) => {
  const sizes: number[] = [partSizes.initial]
  for (let i = 1; i < count; i++) {
    const size = sizes.at(-1) ?? 0
    sizes.push(nextPartSize(size, { bytes: size, ms: (size / bytesPerSecond) * 1000 }))
  }
  return sizes
}

test('parts start at 8 MB and grow to about ten seconds of the connection', () => {
  expect(sizesAt(3 * mb, 5)).toEqual([8 * mb, 16 * mb, 30 * mb, 30 * mb, 30 * mb])
})

test('parts stop at 50 MB, the limit of the server, on a fast connection', () => {
  expect(sizesAt(1000 * mb, 5)).toEqual([8 * mb, 16 * mb, 32 * mb, 50 * mb, 50 * mb])
  expect(partSizes.max).toBe(uploadLimits.partBytes)
})

test('parts stay at 8 MB on a slow connection, and shrink again on one that becomes slow', () => {
  expect(sizesAt(0.1 * mb, 3)).toEqual([8 * mb, 8 * mb, 8 * mb])
  expect(nextPartSize(50 * mb, { bytes: 50 * mb, ms: 100_000 })).toBe(25 * mb)
})

test('a recording in progress is sent in small parts, and 20 GB of it still fit into the parts that it may have', () => {
  expect([0, 250, 1000].map(livePartSize)).toEqual([mb, mb, 4 * mb])
  let bytes = 0
  for (let parts = 0; parts < uploadLimits.parts; parts++) bytes += livePartSize(parts)
  expect(bytes).toBeGreaterThan(uploadLimits.totalBytes)
})
