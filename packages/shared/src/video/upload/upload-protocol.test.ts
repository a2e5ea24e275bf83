import { expect, test } from 'vitest'
import { digestHeader, rangeHeader, readDigestHeader, readRangeHeader } from './upload-protocol.ts'

test('a header survives a round trip', () => {
  expect(readRangeHeader(rangeHeader({ first: 1000, total: 50_000_000 }))).toEqual({ first: 1000, total: 50_000_000 })
  const digest = btoa('a'.repeat(32))
  expect(readDigestHeader(digestHeader(digest))).toBe(digest)
  expect(readDigestHeader(`md5=:abc=:, ${digestHeader(digest)}`)).toBe(digest)
})

test.each(['bytes 0-9/*', 'bytes 0-8/10', 'bytes 9-3/10', 'bytes=0-9', 'items 0-9/10', ''])(
  'a range that is not the rest of a part is none: %s',
  (header) => expect(readRangeHeader(header)).toBeNull(),
)

test.each(['sha-256=abc', 'sha-256=:abc:', 'sha-512=:AAAA:', ''])('a digest of another kind is none: %s', (header) =>
  expect(readDigestHeader(header)).toBeNull(),
)
