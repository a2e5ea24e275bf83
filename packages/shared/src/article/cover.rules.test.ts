import { describe, expect, test } from 'vitest'
import { coverColors, isCoverSource, readEmoji } from './cover.rules.ts'

describe('an icon', () => {
  test.each(['🔥', '👍🏽', '👩🏽‍🚒', '👨‍👩‍👧‍👦', '🇺🇦', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣', '©️'])('may be %s', (emoji) => {
    expect(readEmoji(emoji)).toBe(emoji)
    expect(readEmoji(` ${emoji}\n`), 'surrounded by spaces').toBe(emoji)
  })

  test('is completed by its selector of colour', () => {
    expect(readEmoji('❤')).toBe('❤️')
    expect(readEmoji('⚠')).toBe('⚠️')
  })

  test.each([
    '',
    ' ',
    'a',
    '1',
    '#',
    '🔥🔥',
    '🔥 🔥',
    '🔥a',
    '\u200D',
    '\uFE0F',
    '🔥\u200B',
    '\uD83D',
    '🏽🏽',
    '👍'.repeat(50),
  ])('may not be %j', (text) => expect(readEmoji(text)).toBeNull())
})

test('a cover is one of the provided ones or a picture of ours', () => {
  for (const name of coverColors) expect(isCoverSource(name)).toBe(true)
  expect(isCoverSource('/files/images/11/0191d7c2-5b0e-4c7a-9a55-2f6f6f1f0c11.webp')).toBe(true)
  for (const other of ['', 'Dusk', 'toString', 'https://example.com/a.png', '/files/images/11/a.png', 'url(a)'])
    expect(isCoverSource(other), other).toBe(false)
})
