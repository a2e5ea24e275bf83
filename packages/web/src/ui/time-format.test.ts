import { describe, expect, it } from 'vitest'
import {
  formatCommentTime,
  formatClock,
  formatDate,
  formatDuration,
  formatFullTime,
  formatLongDate,
  formatRecent,
  formatRelative,
  formatShortDate,
  formatVersionTime,
} from './time-format.ts'

/** Local time, as displayed. */
const at = (text: string) => new Date(text)
const ago = (time: string, now: string) => formatRelative(at(time), at(now).getTime())

describe('a date', () => {
  it('is written in the formats of the product', () => {
    const time = at('2026-03-05T07:08:09')
    expect(formatDate(time)).toBe('05/03/2026')
    expect(formatLongDate(time)).toBe('05 March 2026')
    expect(formatShortDate(time)).toBe('Mar 05, 2026')
    expect(formatClock(time)).toBe('07:08')
    expect(formatFullTime(time)).toBe('05 March 2026, 07:08')
    expect(formatCommentTime(time)).toBe('Mar 05, 2026, 07:08 am')
  })

  it('of a version is "Today" or a date, with its time', () => {
    const now = at('2026-11-21T18:00:00').getTime()
    expect(formatVersionTime(at('2026-11-21T00:05:00'), now)).toBe('Today, 12:05 am')
    expect(formatVersionTime(at('2026-11-18T16:31:00'), now)).toBe('Nov 18 04:31 pm')
    expect(formatVersionTime(at('2026-11-02T12:00:00'), now)).toBe('Nov 02 12:00 pm')
  })

  it('is a dash if it is missing or invalid', () => {
    expect(formatDate(null)).toBe('–')
    expect(formatDate('soon')).toBe('–')
    expect(formatRelative('soon')).toBe('–')
  })
})

describe('a relative time', () => {
  const now = '2026-11-21T12:00:00'

  it.each([
    ['2026-11-21T11:59:31', 'just now'],
    ['2026-11-21T11:59:00', 'a minute ago'],
    ['2026-11-21T11:58:00', '2 minutes ago'],
    ['2026-11-21T11:00:01', '59 minutes ago'],
    ['2026-11-21T11:00:00', 'an hour ago'],
    ['2026-11-21T10:00:00', '2 hours ago'],
    ['2026-11-21T00:00:00', '12 hours ago'],
    ['2026-11-20T23:59:00', 'yesterday'],
    ['2026-11-20T00:00:00', 'yesterday'],
    ['2026-11-19T23:59:00', 'Thursday'],
    ['2026-11-15T00:00:00', 'Sunday'],
    ['2026-11-14T23:59:00', '14/11/2026'],
    ['2025-11-21T12:00:00', '21/11/2025'],
  ])('%s is %s', (time, words) => {
    expect(ago(time, now)).toBe(words)
  })

  it('remains in minutes just after midnight', () => {
    expect(ago('2026-11-20T23:50:00', '2026-11-21T00:05:00')).toBe('15 minutes ago')
  })

  it('is "just now" if the clocks of server and browser differ slightly', () => {
    expect(ago('2026-11-21T12:00:20', now)).toBe('just now')
  })
})

describe('the time of a notification', () => {
  it.each([
    ['2026-11-21T11:58:30', 'a minute ago'],
    ['2026-11-21T00:05:00', '11 hours ago'],
    ['2026-11-21T12:00:20', 'just now'],
    ['2026-11-20T23:59:00', 'Nov 20, 2026'],
    ['2026-02-03T12:00:00', 'Feb 03, 2026'],
  ])('%s is %s', (time, words) => {
    expect(formatRecent(at(time), at('2026-11-21T12:00:00').getTime())).toBe(words)
  })

  it('is a dash if it is invalid', () => {
    expect(formatRecent('nonsense')).toBe('–')
  })
})

describe('a duration', () => {
  it.each([
    [0, '0:00'],
    [999, '0:01'],
    [19_500, '0:19'],
    [62_000, '1:02'],
    [3_599_000, '59:59'],
    [3_600_000, '1:00:00'],
    [-5, '0:00'],
  ])('of %i ms is %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text)
  })
})
