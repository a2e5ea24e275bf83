import { describe, expect, test } from 'vitest'
import { readCalendar } from '../calendar/read-calendar.ts'
import { mergeInvitation, readInvitation } from './merge-invitation.ts'

const meet = 'https://meet.google.com/kzu-wbfr-qhn'
const window = { from: Date.parse('2026-12-01T00:00:00Z'), to: Date.parse('2027-03-01T00:00:00Z'), jitsiHosts: [] }

type Values = Readonly<Record<string, string | number>>

const message = (method: string, ...events: Values[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `METHOD:${method}`,
    ...events.flatMap((values) => [
      'BEGIN:VEVENT',
      'UID:series@example.com',
      ...Object.entries({ DTSTAMP: '20261101T000000Z', ...values }).map(([name, value]) => `${name}:${value}`),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

const series: Values = {
  'DTSTART;TZID=Europe/Berlin': '20261207T100000',
  DURATION: 'PT30M',
  RRULE: 'FREQ=WEEKLY;COUNT=4',
  SUMMARY: 'Review',
  LOCATION: meet,
}
const single: Values = { DTSTART: '20261207T090000Z', SUMMARY: 'Review', LOCATION: meet }
const moved = (values: Values = {}): Values => ({
  'RECURRENCE-ID;TZID=Europe/Berlin': '20261214T100000',
  'DTSTART;TZID=Europe/Berlin': '20261215T150000',
  DURATION: 'PT30M',
  SUMMARY: 'Review',
  LOCATION: meet,
  ...values,
})

/** The starts that these messages result in; null for no event. */
function startsAfter(...messages: string[]): string[] | null {
  let known: string | null = null
  for (const text of messages) {
    const invitation = readInvitation(text)
    if (invitation !== null) known = mergeInvitation(known, invitation)
  }
  const event = known === null ? undefined : readCalendar({ ...window, text: known })?.events[0]
  return event?.occurrences.map(({ startAt }) => new Date(startAt).toISOString().slice(0, 16)) ?? null
}

describe('an event of invitations', () => {
  test('is a meeting, until it is cancelled', () => {
    expect(startsAfter(message('REQUEST', single))).toEqual(['2026-12-07T09:00'])
    expect(startsAfter(message('REQUEST', single), message('CANCEL', { SEQUENCE: 1, ...single }))).toEqual([])
  })

  test('has the time of the highest sequence, in whichever order the messages arrive', () => {
    const first = message('REQUEST', { ...single, SEQUENCE: 0 })
    const second = message('REQUEST', { ...single, SEQUENCE: 2, DTSTART: '20261208T090000Z' })
    expect(startsAfter(first, second)).toEqual(['2026-12-08T09:00'])
    expect(startsAfter(second, first)).toEqual(['2026-12-08T09:00'])
    expect(startsAfter(second, message('CANCEL', { ...single, SEQUENCE: 1 }))).toEqual(['2026-12-08T09:00'])
  })

  test('has, of two versions with one sequence, the later one', () => {
    const early = message('REQUEST', { ...single, DTSTAMP: '20261101T100000Z', DTSTART: '20261208T090000Z' })
    const late = message('REQUEST', { ...single, DTSTAMP: '20261101T110000Z' })
    expect(startsAfter(early, late)).toEqual(['2026-12-07T09:00'])
    expect(startsAfter(late, early)).toEqual(['2026-12-07T09:00'])
  })

  test('is cancelled by a message without the link', () => {
    const cancellation = message('CANCEL', { SEQUENCE: 1, DTSTART: '20261207T090000Z' })
    expect(startsAfter(message('REQUEST', single), cancellation)).toEqual([])
  })

  test('follows moved and cancelled occurrences of a series, with the zone of the series', () => {
    const whole = message('REQUEST', series)
    expect(startsAfter(whole)).toEqual(['2026-12-07T09:00', '2026-12-14T09:00', '2026-12-21T09:00', '2026-12-28T09:00'])
    expect(startsAfter(whole, message('REQUEST', moved()))).toEqual([
      '2026-12-07T09:00',
      '2026-12-15T14:00',
      '2026-12-21T09:00',
      '2026-12-28T09:00',
    ])
    const without = ['2026-12-07T09:00', '2026-12-21T09:00', '2026-12-28T09:00']
    expect(startsAfter(whole, message('CANCEL', moved({ SEQUENCE: 1 })))).toEqual(without)
    expect(startsAfter(whole, message('REQUEST', moved()), message('CANCEL', moved({ SEQUENCE: 1 })))).toEqual(without)
  })

  test('keeps moved occurrences when only the title changes, and drops them with new times', () => {
    const messages = [message('REQUEST', series), message('REQUEST', moved())]
    const renamed = message('REQUEST', { ...series, SEQUENCE: 1, SUMMARY: 'Monday review' })
    expect(startsAfter(...messages, renamed)?.[1]).toBe('2026-12-15T14:00')
    const later = { ...series, SEQUENCE: 1, 'DTSTART;TZID=Europe/Berlin': '20261207T110000' }
    expect(startsAfter(...messages, message('REQUEST', later))?.[1]).toBe('2026-12-14T10:00')
  })

  test('can be a single occurrence of a series to which the bot is not invited', () => {
    expect(startsAfter(message('REQUEST', moved()))).toEqual(['2026-12-15T14:00'])
  })

  test.each([
    ['an answer', message('REPLY', single)],
    ['a proposal', message('COUNTER', single)],
    ['no event', message('REQUEST')],
    ['no calendar', 'Dear all'],
    ['an event without an id', message('REQUEST', single).replace('UID:series@example.com\r\n', '')],
  ])('is not read out of %s', (_, text) => expect(readInvitation(text)).toBeNull())
})
