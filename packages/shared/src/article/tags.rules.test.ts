import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeTags, truncateTag, tagKey } from './tags.rules.ts'

test('tags are trimmed, and of several spellings the first is kept', () => {
  expect(normalizeTags(['  Gateway ', 'gateway', 'On call', 'GATEWAY', ' '])).toEqual(['Gateway', 'On call'])
})

test('tags that look the same are equal, however they were typed', () => {
  expect(normalizeTags(['on   call', 'on\u00a0call', 'on\tcall'])).toEqual(['on call'])
  expect(normalizeTags(['Zu\u0308rich', 'Z\u00fcrich'])).toEqual(['Z\u00fcrich'])
})

test('a tag is cut at a character boundary, never within a letter', () => {
  expect(truncateTag(`  ${'x'.repeat(60)}`)).toBe('x'.repeat(50))
  expect(truncateTag(`${'x'.repeat(49)}\u{1f642}`)).toBe('x'.repeat(49))
  expect(truncateTag(`${'x'.repeat(49)} y`)).toBe('x'.repeat(49))
})

test('a tag has at most fifty characters, not counting surrounding spaces', () => {
  expect(normalizeTags([` ${'x'.repeat(50)} `])).toEqual(['x'.repeat(50)])
  expect(() => normalizeTags(['x'.repeat(51)])).toThrow()
})

test('an article has at most twenty tags; duplicates do not count', () => {
  const twenty = Array.from({ length: 20 }, (_, index) => `tag ${index}`)
  expect(normalizeTags([...twenty, 'TAG 3', ''])).toEqual(twenty)
  expect(() => normalizeTags([...twenty, 'one more'])).toThrow()
})

test('cleaning is idempotent, and no two kept tags are equal', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 8 }), { maxLength: 20 }), (tags) => {
      const cleaned = normalizeTags(tags)
      expect(normalizeTags(cleaned)).toEqual(cleaned)
      expect(new Set(cleaned.map(tagKey)).size).toBe(cleaned.length)
    }),
  )
})
