import { expect, test } from 'vitest'
import { singleLine, text } from './wire.ts'

const title = text(5, 'Please enter a title')

const messageFor = (value: unknown) => title.safeParse(value).error?.issues[0]?.message ?? null

test('missing text is requested, and text that is too long names its limit', () => {
  expect(messageFor(undefined)).toBe('Please enter a title')
  expect(messageFor('12345')).toBeNull()
  expect(messageFor('123456')).toBe('At most 5 characters')
})

test.each(['a\u0000b', 'a\u001bb', 'a\ud800b'])('characters that cannot be kept are refused in %j', (value) => {
  expect(messageFor(value)).toBe('The text has characters that cannot be kept')
})

test('names and titles lose line breaks, control characters and direction overrides', () => {
  const name = singleLine(40)
  expect(name.parse('Roof\r\nplan\u0000 of\u2028May\u202e')).toBe('Roof plan  of May ')
  expect(name.parse('👩‍🔧 ‏שלום')).toBe('👩‍🔧 ‏שלום')
  expect(name.safeParse('a\ud800').success).toBe(false)
})
