import { expect, it } from 'vitest'
import { localDay } from '../../ui/form/calendar-days.ts'
import { endOfDay } from './expiry-day.ts'

it('a link ends with the chosen day and shows that day again', () => {
  const end = endOfDay('2026-12-31')
  expect(end?.getTime()).toBe(new Date(2027, 0, 1).getTime() - 1)
  expect(end && localDay(end)).toBe('2026-12-31')
})

it.each(['', '2026-02-30', '2026-13-01', 'tomorrow', '0000-01-01'])('is no day: %j', (day) => {
  expect(endOfDay(day)).toBeNull()
})
