import { uploadLimits } from '@knowreel/shared/video/upload-protocol.ts'
import { expect, test } from 'vitest'
import { nextPartSize, partSizes } from './part-size.ts'

const mb = 1_000_000
/** Sizes of the parts on a line of so many bytes a second. */
const sizesAt = (bytesPerSecond: number, count: number) => {
  const sizes: number[] = [partSizes.first]
  for (let i = 1; i < count; i++) {
    const size = sizes.at(-1) ?? 0
    sizes.push(nextPartSize(size, { bytes: size, ms: (size / bytesPerSecond) * 1000 }))
  }
  return sizes
}

test('parts begin with 8 MB and grow to about ten seconds of the line', () => {
  expect(sizesAt(3 * mb, 5)).toEqual([8 * mb, 16 * mb, 30 * mb, 30 * mb, 30 * mb])
})

test('on a fast line they stop at 50 MB, which the server takes', () => {
  expect(sizesAt(1000 * mb, 5)).toEqual([8 * mb, 16 * mb, 32 * mb, 50 * mb, 50 * mb])
  expect(partSizes.most).toBe(uploadLimits.partBytes)
})

test('on a slow line they stay at 8 MB, and one that becomes slow makes them smaller again', () => {
  expect(sizesAt(0.1 * mb, 3)).toEqual([8 * mb, 8 * mb, 8 * mb])
  expect(nextPartSize(50 * mb, { bytes: 50 * mb, ms: 100_000 })).toBe(25 * mb)
})
