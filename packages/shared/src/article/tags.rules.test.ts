import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanTags, tagKey } from './tags.rules.ts'

test('tags are trimmed, and of several spellings the first wins', () => {
  expect(cleanTags(['  Gateway ', 'gateway', 'On call', 'GATEWAY', ' '])).toEqual(['Gateway', 'On call'])
})

test('a tag has at most fifty characters, without the spaces around it', () => {
  expect(cleanTags([` ${'x'.repeat(50)} `])).toEqual(['x'.repeat(50)])
  expect(() => cleanTags(['x'.repeat(51)])).toThrow()
})

test('an article has at most twenty tags; repeated ones do not count', () => {
  const twenty = Array.from({ length: 20 }, (_, index) => `tag ${index}`)
  expect(cleanTags([...twenty, 'TAG 3', ''])).toEqual(twenty)
  expect(() => cleanTags([...twenty, 'one more'])).toThrow()
})

test('cleaning again changes nothing, and no two kept tags are the same word', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 8 }), { maxLength: 20 }), (tags) => {
      const cleaned = cleanTags(tags)
      expect(cleanTags(cleaned)).toEqual(cleaned)
      expect(new Set(cleaned.map(tagKey)).size).toBe(cleaned.length)
    }),
  )
})
