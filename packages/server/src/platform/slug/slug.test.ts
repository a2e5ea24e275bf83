import { expect, test } from 'vitest'
import { slugFrom } from './slug.ts'

test.each([
  ['Triage a “meter offline” ticket in ten minutes', 'triage-a-meter-offline-ticket-in-ten-minutes'],
  ['Як налаштувати шлюз', 'yak-nalashtuvati-shlyuz'],
  ['  ', 'untitled'],
  ['🎉', 'tada'],
  ['Straße & Größe', 'strasse-grosse'],
])('%s becomes %s', (title, slug) => {
  expect(slugFrom(title)).toBe(slug)
})

test('a slug has at most sixty characters and ends with a whole word', () => {
  expect(slugFrom('word '.repeat(40))).toBe(Array.from({ length: 12 }, () => 'word').join('-'))
  expect(slugFrom('x'.repeat(100))).toHaveLength(60)
})
