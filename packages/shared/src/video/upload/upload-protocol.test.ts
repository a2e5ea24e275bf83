import { expect, test } from 'vitest'
import { formatDigestHeader, formatRangeHeader, parseDigestHeader, parseRangeHeader } from './upload-protocol.ts'

test('a header survives a round trip', () => {
  expect(parseRangeHeader(formatRangeHeader({ first: 1000, total: 50_000_000 }))).toEqual({
    first: 1000,
    total: 50_000_000,
  })
  const digest = btoa('a'.repeat(32))
  expect(parseDigestHeader(formatDigestHeader(digest))).toBe(digest)
  expect(parseDigestHeader(`md5=:abc=:, ${formatDigestHeader(digest)}`)).toBe(digest)
})

test.each(['bytes 0-9/*', 'bytes 0-8/10', 'bytes 9-3/10', 'bytes=0-9', 'items 0-9/10', ''])(
  'a range that is not the rest of a part is none: %s',
  (header) => expect(parseRangeHeader(header)).toBeNull(),
)

test.each(['sha-256=abc', 'sha-256=:abc:', 'sha-512=:AAAA:', ''])('a digest of another kind is none: %s', (header) =>
  expect(parseDigestHeader(header)).toBeNull(),
)
