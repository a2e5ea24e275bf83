import { expect, it, vi } from 'vitest'
import { emojiItems, emojiQuery, emojis } from './emojis.ts'
import { mentionItems, mentionQuery } from './mentions.ts'
import { debounceRequests } from './debounce-requests.ts'

it.each([
  ['@', ''],
  ['to @An', 'An'],
  ['(@Ann', 'Ann'],
  ['@Maria Luisa Fern', 'Maria Luisa Fern'],
  ['@Łukasz O’Neil', 'Łukasz O’Neil'],
])('looks for a colleague behind %j', (text, query) => {
  expect(mentionQuery(text)).toBe(query)
})

it.each(['ann@halden.io', '@Ann  ', '@ Ann', '@Ann, and', 'a@', '@a b c d e f'])('calls nobody with %j', (text) => {
  expect(mentionQuery(text)).toBeNull()
})

it('marks deactivated people', async () => {
  const person = { type: 'user', id: 'x', name: 'Ann', email: null, profileImage: null, members: null } as const
  const items = await mentionItems('an', async () => [
    { ...person, jobTitle: 'Engineer', isDeactivated: false },
    { ...person, id: 'y', isDeactivated: true },
  ])
  expect(items.map(({ hint }) => hint)).toEqual(['Engineer', 'Deactivated'])
})

it('suggests the nine emojis by name, after a colon at the start of a word', () => {
  expect(emojis.map(({ emoji }) => emoji).join('')).toBe('👍😀😉😮😎😢😠🔥❤️')
  expect(emojiQuery('so :he')).toBe('he')
  expect(emojiItems('he').map(({ title }) => title)).toEqual(['Heart'])
  for (const text of ['a:b', 'Note:', 'Note: ', '10:30', 'https://a']) expect(emojiQuery(text)).toBeNull()
})

it('sends only the last of several requests', async () => {
  vi.useFakeTimers()
  const asked: string[] = []
  const ask = debounceRequests(async (text) => {
    asked.push(text)
    return text
  }, 200)
  const first = ask('a').catch((error: unknown) => (error as Error).name)
  await vi.advanceTimersByTimeAsync(100)
  const second = ask('an')
  await vi.advanceTimersByTimeAsync(200)
  expect(await first).toBe('AbortError')
  expect(await second).toBe('an')
  expect(asked).toEqual(['an'])
  vi.useRealTimers()
})
