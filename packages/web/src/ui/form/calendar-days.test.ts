import { expect, test } from 'vitest'
import { clampDay, dayText, firstWeekdayOf, isDay, readDay, weeksOfMonth } from './calendar-days.ts'

test.each([
  '12/11/2026',
  ' 12.11.2026 ',
  '12-11-2026',
  '12112026',
  '2026-11-12',
  '12 November 2026',
  '12 nov. 2026',
  'Nov 12, 2026',
])('%j is 12 November 2026', (text) => {
  expect(readDay(text)).toEqual({ day: '2026-11-12' })
})

test.each(['31/02/2026', '29/02/2025', '2026-13-01', '00/01/2026', '1 Foo 2026', '01/01/0026'])(
  '%j is a date that does not exist',
  (text) => {
    expect(readDay(text)).toEqual({ day: null, isReadable: true })
  },
)

test.each(['', 'tomorrow', '12/11', '12/11/26', '2026'])('%j cannot be read as a date', (text) => {
  expect(readDay(text)).toEqual({ day: null, isReadable: false })
})

test('a day is shown with its date first, and other text as it was typed', () => {
  expect(dayText('2026-03-05')).toBe('05/03/2026')
  expect(dayText('31/02/2026')).toBe('31/02/2026')
  expect(isDay('2026-3-5')).toBe(false)
})

test('a month has six weeks, which begin on the first weekday of the locale', () => {
  const weeks = weeksOfMonth('2026-11-20', 1)
  expect(weeks.map(([first]) => first)).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ])
  expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06')
  expect(weeksOfMonth('2026-11-20', 0)[0]?.[0]).toBe('2026-11-01')
  expect([firstWeekdayOf('en-US'), firstWeekdayOf('de-DE')]).toEqual([0, 1])
})

test('a day is moved within its limits', () => {
  expect(clampDay('2026-01-01', '2026-02-01', undefined)).toBe('2026-02-01')
  expect(clampDay('2026-05-01', '2026-02-01', '2026-03-01')).toBe('2026-03-01')
  expect(clampDay('2026-02-15', '2026-02-01', '2026-03-01')).toBe('2026-02-15')
})
