import { createRequire } from 'node:module'
import fc from 'fast-check'
import type * as rrule from 'rrule'
import { describe, expect, test } from 'vitest'
import { isSoak } from '../../../test/soak.ts'
import { readCalendar, type CalendarEvent, type CalendarRequest } from './read-calendar.ts'

// The package has names for CommonJS only.
const { RRule } = createRequire(import.meta.url)('rrule') as typeof rrule

const meet = 'https://meet.google.com/kzu-wbfr-qhn'
const from = Date.parse('2026-03-01T00:00:00Z')
const to = Date.parse('2026-12-31T00:00:00Z')

function calendar(...events: string[][]): string {
  const lines = events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT'])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test', ...lines, 'END:VCALENDAR'].join('\r\n')
}
const event = (...lines: string[]) => ['UID:one', 'SUMMARY:Support sync', `LOCATION:${meet}`, ...lines]
const read = (text: string, change: Partial<CalendarRequest> = {}) =>
  readCalendar({ text, from, to, jitsiHosts: [], ...change })
const one = (text: string, change: Partial<CalendarRequest> = {}): CalendarEvent => {
  const content = read(text, change)
  expect(content?.events).toHaveLength(1)
  return content?.events[0] as CalendarEvent
}
const starts = (text: string, change: Partial<CalendarRequest> = {}) =>
  one(text, change).occurrences.map(({ startAt }) => new Date(startAt).toISOString().slice(0, 16))

describe('an event', () => {
  test('has title, link, organizer and attendees', () => {
    const text = calendar(
      event(
        'SEQUENCE:3',
        'DTSTART:20260310T100000Z',
        'DTEND:20260310T110000Z',
        'ORGANIZER;CN=Ines:mailto:Ines@Example.com',
        'ATTENDEE;CN="Weber, Jonas":mailto:jonas@example.com',
        'ATTENDEE:mailto:nobody',
      ),
    )
    expect(one(text)).toEqual({
      uid: 'one',
      sequence: 3,
      title: 'Support sync',
      link: { platform: 'meet', url: meet, key: 'meet:kzu-wbfr-qhn' },
      organizer: 'ines@example.com',
      attendees: [{ email: 'jonas@example.com', name: 'Weber, Jonas' }],
      recurrence: null,
      occurrences: [{ at: Date.parse('2026-03-10T10:00Z'), startAt: Date.parse('2026-03-10T10:00Z') }],
    })
  })

  test.each([
    ['X-GOOGLE-CONFERENCE', meet],
    ['X-MICROSOFT-SKYPETEAMSMEETINGURL', 'https://teams.microsoft.com/l/meetup-join/19%3aabc%40thread.v2/0'],
    ['URL', 'https://us02web.zoom.us/j/1234567890?pwd=x'],
    ['DESCRIPTION', `Join here:\\n<${meet}>\\, and bring coffee`],
  ])('has its link in %s', (name, value) => {
    const text = calendar(['UID:one', 'DTSTART:20260310T100000Z', 'LOCATION:Room 4', `${name}:${value}`])
    expect(one(text).link.url).toContain('https://')
  })

  test('without a link to a meeting is left out', () => {
    const text = calendar(['UID:one', 'DTSTART:20260310T100000Z', 'LOCATION:https://evil.example/meet.google.com'])
    expect(read(text)).toEqual({ method: null, events: [] })
  })

  test('of a whole day, cancelled, or over has no occurrence', () => {
    expect(starts(calendar(event('DTSTART;VALUE=DATE:20260310')))).toEqual([])
    expect(starts(calendar(event('DTSTART:20260310T100000Z', 'STATUS:CANCELLED')))).toEqual([])
    expect(starts(calendar(event('DTSTART:20250310T100000Z', 'RRULE:FREQ=DAILY;COUNT=3')))).toEqual([])
  })

  test('that is running now is still there', () => {
    const text = calendar(event('DTSTART:20260228T233000Z', 'DURATION:PT1H'))
    expect(starts(text)).toEqual(['2026-02-28T23:30'])
  })
})

describe('a series', () => {
  const berlin = 'TZID=Europe/Berlin'

  test('keeps its local time when the clocks change, in spring and in autumn', () => {
    const text = calendar(event(`DTSTART;${berlin}:20260323T090000`, 'RRULE:FREQ=WEEKLY;COUNT=2'))
    expect(starts(text)).toEqual(['2026-03-23T08:00', '2026-03-30T07:00'])
    const autumn = calendar(event(`DTSTART;${berlin}:20261019T090000`, 'RRULE:FREQ=WEEKLY;COUNT=2'))
    expect(starts(autumn)).toEqual(['2026-10-19T07:00', '2026-10-26T08:00'])
  })

  test.each([
    ['America/St_Johns', '2026-07-01T11:30'],
    ['Asia/Kathmandu', '2026-07-01T03:15'],
    ['Australia/Lord_Howe', '2026-06-30T22:30'],
    ['Pacific/Chatham', '2026-06-30T20:15'],
    ['Africa/Casablanca', '2026-07-01T08:00'],
  ])('in %s', (zone, utc) => {
    expect(starts(calendar(event(`DTSTART;TZID=${zone}:20260701T090000`, 'RRULE:FREQ=YEARLY;COUNT=1')))).toEqual([utc])
  })

  test('has the zone that the calendar describes, whatever its name', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Customized Time Zone',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0530',
      'TZOFFSETTO:+0530',
      'END:STANDARD',
      'END:VTIMEZONE',
    ].join('\r\n')
    const text = calendar(event('DTSTART;TZID=Customized Time Zone:20260701T090000'))
    expect(starts(text.replace('BEGIN:VEVENT', `${zone}\r\nBEGIN:VEVENT`))).toEqual(['2026-07-01T03:30'])
  })

  test('in an unknown zone has the zone of its calendar, otherwise UTC', () => {
    const text = calendar(event('DTSTART;TZID=Nowhere/Land:20260701T090000'))
    expect(starts(text)).toEqual(['2026-07-01T09:00'])
    const named = text.replace('VERSION:2.0', 'VERSION:2.0\r\nX-WR-TIMEZONE:Europe/Kyiv')
    expect(starts(named)).toEqual(['2026-07-01T06:00'])
  })

  test('ends where UNTIL says, in its own zone', () => {
    const text = calendar(event(`DTSTART;${berlin}:20260701T233000`, 'RRULE:FREQ=DAILY;UNTIL=20260703T213000Z'))
    expect(starts(text)).toEqual(['2026-07-01T21:30', '2026-07-02T21:30', '2026-07-03T21:30'])
  })

  test('leaves out what EXDATE names, and adds what RDATE names', () => {
    const text = calendar(
      event(
        `DTSTART;${berlin}:20260701T090000`,
        'RRULE:FREQ=DAILY;COUNT=4',
        `EXDATE;${berlin}:20260702T090000,20260703T090000`,
        `RDATE;${berlin}:20260710T120000`,
      ),
    )
    expect(starts(text)).toEqual(['2026-07-01T07:00', '2026-07-04T07:00', '2026-07-10T10:00'])
  })

  test('has moved, renamed and cancelled occurrences', () => {
    const text = calendar(
      event(`DTSTART;${berlin}:20260701T090000`, 'RRULE:FREQ=DAILY;COUNT=4'),
      event(`RECURRENCE-ID;${berlin}:20260702T090000`, `DTSTART;${berlin}:20260702T150000`, 'SEQUENCE:2'),
      event(`RECURRENCE-ID;${berlin}:20260703T090000`, `DTSTART;${berlin}:20260703T090000`, 'STATUS:CANCELLED'),
      [
        'UID:one',
        'SUMMARY:With the customer',
        'LOCATION:https://zoom.us/j/1234567890',
        `RECURRENCE-ID;${berlin}:20260704T090000`,
        `DTSTART;${berlin}:20260704T090000`,
      ],
    )
    const { occurrences, sequence } = one(text)
    expect(sequence).toBe(2)
    expect(occurrences).toEqual([
      { at: Date.parse('2026-07-01T07:00Z'), startAt: Date.parse('2026-07-01T07:00Z') },
      { at: Date.parse('2026-07-02T07:00Z'), startAt: Date.parse('2026-07-02T13:00Z') },
      {
        at: Date.parse('2026-07-04T07:00Z'),
        startAt: Date.parse('2026-07-04T07:00Z'),
        title: 'With the customer',
        link: { platform: 'zoom', url: 'https://zoom.us/j/1234567890', key: 'zoom:1234567890' },
      },
    ])
  })

  test('of which only one occurrence was sent has that one', () => {
    const text = calendar(event('RECURRENCE-ID:20260702T090000Z', 'DTSTART:20260702T120000Z'))
    expect(one(text)).toMatchObject({ recurrence: null, occurrences: [{ startAt: Date.parse('2026-07-02T12:00Z') }] })
  })

  test('of two versions of an event, the one with the higher sequence counts', () => {
    const text = calendar(
      event('SEQUENCE:2', 'DTSTART:20260701T120000Z'),
      event('SEQUENCE:1', 'DTSTART:20260701T090000Z'),
    )
    expect(starts(text)).toEqual(['2026-07-01T12:00'])
  })

  test('without end has a bounded number of occurrences', () => {
    expect(starts(calendar(event('DTSTART:20200101T090000Z', 'RRULE:FREQ=DAILY')))).toHaveLength(40)
  })
})

describe('a calendar that cannot be read', () => {
  test.each(['', 'no calendar', 'BEGIN:VCALENDAR', '<html></html>', 'BEGIN:VCARD\r\nEND:VCARD', '\u0000\u0001'])(
    '%j is none',
    (text) => {
      expect(read(text)).toBeNull()
    },
  )

  test.each([
    ['no start', event()],
    ['a start that is no time', event('DTSTART:tomorrow')],
    ['a rule that is none', event('DTSTART:20260310T100000Z', 'RRULE:FREQ=NEVER')],
    ['no uid', ['SUMMARY:x', `LOCATION:${meet}`, 'DTSTART:20260310T100000Z']],
    ['a very long uid', [`UID:${'x'.repeat(2000)}`, `LOCATION:${meet}`, 'DTSTART:20260310T100000Z']],
  ])('leaves out an event with %s and reads the others', (_, broken) => {
    const good = ['UID:two', `LOCATION:${meet}`, 'DTSTART:20260310T100000Z']
    const found = read(calendar(broken, good))?.events.filter(({ occurrences }) => occurrences.length > 0)
    expect(found?.map(({ uid }) => uid)).toEqual(['two'])
  })

  test('whatever is inside, reading never throws', () => {
    const line = fc.constantFrom(
      ...event('DTSTART:20260310T100000Z', 'RRULE:FREQ=DAILY;INTERVAL=0', 'EXDATE:x', 'RECURRENCE-ID:20260310T100000Z'),
      'BEGIN:VEVENT',
      'END:VEVENT',
      'DTSTART;TZID=:20260101T0000',
      'ATTENDEE;CN=:x',
      ' folded',
      ';;;',
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        read(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n'))
      }),
      { numRuns: isSoak ? 5000 : 200 },
    )
  })
})

/** The instant of a local time, found independently of the calendar library: by trying the offsets of the zone. */
function instantOf(local: Date, zone: string): number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  const wanted = local.toISOString().slice(0, 19).replace('T', ' ')
  for (let minutes = -14 * 60; minutes <= 14 * 60; minutes += 15) {
    const instant = local.getTime() - minutes * 60_000
    if (format.format(instant) === wanted) return instant
  }
  throw new Error(`${wanted} does not exist in ${zone}`)
}

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Sydney',
  'America/Sao_Paulo',
  'Asia/Tehran',
]
const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

const rules = fc.oneof(
  fc.record({ freq: fc.constant('DAILY'), interval: fc.integer({ min: 1, max: 9 }) }),
  fc.record({
    freq: fc.constant('WEEKLY'),
    interval: fc.integer({ min: 1, max: 4 }),
    byday: fc.uniqueArray(fc.constantFrom(...days), { minLength: 1, maxLength: 4 }),
    wkst: fc.constantFrom('MO', 'SU'),
  }),
  fc.record({
    freq: fc.constant('MONTHLY'),
    interval: fc.integer({ min: 1, max: 3 }),
    byday: fc.uniqueArray(
      fc.tuple(fc.constantFrom('1', '2', '3', '4', '-1'), fc.constantFrom(...days)).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  fc.record({
    freq: fc.constant('MONTHLY'),
    interval: fc.integer({ min: 1, max: 3 }),
    bymonthday: fc.uniqueArray(fc.constantFrom(1, 15, 28, 31, -1), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    freq: fc.constant('YEARLY'),
    interval: fc.integer({ min: 1, max: 2 }),
    bymonth: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 }),
    bymonthday: fc.uniqueArray(fc.constantFrom(1, 15, 28), { minLength: 1, maxLength: 2 }),
  }),
)

test('random series take place when a second library says', { timeout: 180_000 }, () => {
  const series = fc.record({
    rule: rules,
    zone: fc.constantFrom(...zones),
    // Away from the night, in which local times may not exist.
    start: fc.record({
      day: fc.integer({ min: 0, max: 700 }),
      hour: fc.integer({ min: 7, max: 20 }),
      minute: fc.constantFrom(0, 15, 30),
    }),
    count: fc.option(fc.integer({ min: 1, max: 60 })),
    excluded: fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 3 }),
  })
  fc.assert(
    fc.property(series, ({ rule, zone, start, count, excluded }) => {
      const drawn = new Date(Date.UTC(2025, 0, 1 + start.day, start.hour, start.minute))
      const stamp = (date: Date) => date.toISOString().replaceAll(/[-:]|\.\d+Z$/g, '')
      const parts = Object.entries({ ...rule, ...(count === null ? {} : { count }) })
      const text = parts.map(([name, value]) => `${name.toUpperCase()}=${String(value)}`).join(';')
      // The start of a series is an occurrence even if its rule does not name it; the second library leaves it out.
      const dtstart = new RRule({ ...RRule.parseString(text), dtstart: drawn }).after(drawn, true) ?? drawn
      const other = new RRule({ ...RRule.parseString(text), dtstart })
      // A day more, because local times are up to 14 hours ahead.
      const locals = other.between(new Date(Date.UTC(2025, 0, 1)), new Date(to + 86_400_000), true)
      const gone = new Set(excluded.map((index) => locals[index]?.getTime()))
      const expected = locals
        .filter((local) => !gone.has(local.getTime()))
        .map((local) => instantOf(local, zone))
        .filter((at) => at + 1 > from && at <= to)
        .slice(0, 40)
      const exdates = locals.filter((local) => gone.has(local.getTime())).map(stamp)
      const lines = event(
        `DTSTART;TZID=${zone}:${stamp(dtstart)}`,
        `RRULE:${text}`,
        ...(exdates.length > 0 ? [`EXDATE;TZID=${zone}:${exdates.join()}`] : []),
      )
      const { occurrences } = one(calendar(lines), { from: from - 1 })
      expect(
        occurrences.map(({ startAt }) => startAt),
        `${lines.join('\n')}`,
      ).toEqual(expected)
    }),
    { numRuns: isSoak ? 1500 : 60 },
  )
})
