import { expect, test } from 'vitest'
import { firstName, lastName } from './invitee-fields.ts'

const messageFor = (value: unknown) => firstName.safeParse(value).error?.issues[0]?.message ?? null

test('names of new people have at least two characters, not counting surrounding spaces', () => {
  expect(firstName.parse(' Jo ')).toBe('Jo')
  for (const value of [undefined, '', 'J', ' J '])
    expect(messageFor(value)).toBe('First name can no be lesser than 2 words!')
  expect(lastName.safeParse('L').error?.issues[0]?.message).toBe('Last name can no be lesser than 2 words!')
})

test('names that the database cannot store, or that are too long, are refused with a specific message', () => {
  expect(messageFor('Jo\ud800')).toBe('The text has characters that cannot be kept')
  expect(messageFor('J'.repeat(80))).toBeNull()
  expect(messageFor('J'.repeat(81))).toBe('At most 80 characters')
})
