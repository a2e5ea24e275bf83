import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, testSecret } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { deriveKey } from '../../platform/crypto/sealed-box.ts'
import { createConditionalFetch } from '../../platform/fetch/index.ts'
import { applyMeetingEvent } from '../state/apply-event.ts'
import { claimDueFeeds } from './calendar.queries.ts'
import { checkFeed, type CalendarServices } from './check-feed.ts'

/** Responses of the calendar server, by path. */
type Feed = { text: string; etag: string; status?: number; retryAfter?: string }
const feeds = new Map<string, Feed>()
const requests: IncomingMessage[] = []
const host: Server = createServer((request, response) => {
  requests.push(request)
  const feed = feeds.get(request.url ?? '')
  if (feed === undefined) return response.writeHead(404).end()
  if (request.headers['if-none-match'] === feed.etag) return response.writeHead(304).end()
  const headers = { etag: feed.etag, 'content-type': 'text/calendar' }
  response.writeHead(feed.status ?? 200, feed.retryAfter ? { ...headers, 'retry-after': feed.retryAfter } : headers)
  response.end(feed.text)
})
await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
afterAll(() => host.close())
const { port } = host.address() as AddressInfo

const fetchCalendar = createConditionalFetch({
  isAllowed: (address) => address === '127.0.0.1',
  ports: new Set([port]),
})
const server = await startTestServer({ fetchCalendar })
const { db } = server
const services: CalendarServices = {
  calendarKey: deriveKey(testSecret, 'addresses of calendars'),
  fetchCalendar,
  jitsiHosts: [],
}

const meet = 'https://meet.google.com/kzu-wbfr-qhn'
const hourMs = 3_600_000
/** A full hour, so that seconds are not lost in calendars. */
const base = Math.ceil(Date.now() / hourMs) * hourMs
const at = (hours: number) => new Date(base + hours * hourMs)
const stamp = (date: Date) => date.toISOString().replaceAll(/[-:]|\.\d+/g, '')

type EventLines = { uid?: string; start?: Date; url?: string; lines?: string[] }
const event = ({ uid = 'one', start = at(2), url = meet, lines = [] }: EventLines = {}) =>
  [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SUMMARY:Title of ${uid}`,
    `LOCATION:${url}`,
    `DTSTART:${stamp(start)}`,
    ...lines,
    'END:VEVENT',
  ].join('\r\n')
const calendar = (...events: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR'].join('\r\n')

async function arrange() {
  const company = await buildCompany(db)
  const [ines, jonas] = [await buildMember(db, company), await buildMember(db, company)]
  const [token, jonasToken] = [await server.signIn(ines, company), await server.signIn(jonas, company)]
  return { company, ines, jonas, token, jonasToken }
}
let world: Awaited<ReturnType<typeof arrange>>
beforeEach(async () => {
  world = await arrange()
  feeds.clear()
})

let lastEtag = 0
const publish = (path: string, ...events: string[]) =>
  feeds.set(path, { text: calendar(...events), etag: `"${++lastEtag}"` })
const addressOf = (path: string) => `http://127.0.0.1:${port}${path}`
type Selection = 'all' | 'mine' | 'none'
const save = (body: { icsUrl?: string | null; selection?: Selection }, by = world.token) =>
  server.call('calendar.save', { body }, by)
const connect = async (path: string, selection: Selection = 'all', by = world.token) =>
  (await save({ icsUrl: addressOf(path), selection }, by)).ok
const offered = async (by = world.token) => (await server.call('calendar.events', {}, by)).ok.events
const select = (id: string, isSelected: boolean, by = world.token) =>
  server.call('calendar.select', { params: { id }, body: { isSelected } }, by)
const meetings = async (by = world.token) =>
  (await server.call('meeting.list', { query: { page: '1' as never } }, by)).ok.meetings
const starts = async (by = world.token) => (await meetings(by)).map(({ startAt }) => startAt)
const remove = (id: string, isAll = false, by = world.token) =>
  server.call('meeting.remove', { params: { id }, query: isAll ? { all: '1' } : {}, body: {} }, by)
const check = (user = world.ines, now?: Date) => checkFeed(db, services, user.id, now)

describe('a feed', () => {
  test('offers its meetings, and the bot joins none until the person chooses', async () => {
    publish('/a', event(), event({ uid: 'two', start: at(30) }), event({ uid: 'far', start: at(24 * 60) }))
    const { feed } = (await save({ icsUrl: addressOf('/a') })).ok
    expect(feed).toMatchObject({ host: '127.0.0.1', selection: 'none', error: null, meetingsThisWeek: 0 })
    expect((await offered()).map(({ title, isSelected }) => [title, isSelected])).toEqual([
      ['Title of one', false],
      ['Title of two', false],
    ])
    expect(await meetings()).toEqual([])
  })

  test('never sends its address back, also not in the list or the database in the clear', async () => {
    publish('/secret-path', event())
    const output = JSON.stringify([
      await connect('/secret-path'),
      (await server.call('calendar.get', {}, world.token)).ok,
    ])
    expect(output).not.toContain('secret-path')
    const row = await db
      .selectFrom('calendar_feeds')
      .where('user_id', '=', world.ines.id)
      .selectAll()
      .executeTakeFirst()
    expect(JSON.stringify(row)).not.toContain('secret-path')
    expect(row?.url.includes('secret-path')).toBe(false)
  })

  test('sends the bot to all of its meetings, to those one organizes, or to chosen ones', async () => {
    const mine = event({ uid: 'mine', lines: [`ORGANIZER:mailto:${world.ines.email}`] })
    const theirs = event({
      uid: 'theirs',
      start: at(5),
      url: 'https://zoom.us/j/1234567890',
      lines: ['ORGANIZER:mailto:x@example.com'],
    })
    publish('/a', mine, theirs)
    expect((await connect('/a', 'all')).feed).toMatchObject({ selection: 'all', meetingsThisWeek: 2 })
    expect((await meetings()).map(({ title }) => title)).toEqual(['Title of mine', 'Title of theirs'])
    await save({ selection: 'mine' })
    expect((await meetings()).map(({ title }) => title)).toEqual(['Title of mine'])
    await save({ selection: 'none' })
    expect(await meetings()).toEqual([])
    const [, zoom] = await offered()
    expect((await select(zoom?.id ?? '', true)).ok.event).toMatchObject({ title: 'Title of theirs', isSelected: true })
    expect((await meetings()).map(({ title }) => title)).toEqual(['Title of theirs'])
    await select(zoom?.id ?? '', false)
    expect(await meetings()).toEqual([])
  })

  test.each([
    ['/missing', 'calendar_unreachable'],
    ['/page', 'calendar_unreadable'],
  ])('at %s is refused, and the former one stays', async (path, code) => {
    publish('/a', event())
    feeds.set('/page', { text: '<html></html>', etag: '"x"' })
    await connect('/a')
    expect((await save({ icsUrl: addressOf(path) })).error.code).toBe(code)
    expect(await meetings()).toHaveLength(1)
  })

  test.each([
    'http://169.254.169.254/latest',
    'http://localhost:1/',
    'file:///etc/passwd',
    'webcal://10.0.0.1/a.ics',
    'x',
  ])('in a closed network, %s, is not fetched', async (icsUrl) => {
    expect((await save({ icsUrl })).error.code).toBe('calendar_unreachable')
  })

  test('that is disconnected removes its upcoming meetings', async () => {
    publish('/a', event())
    await connect('/a')
    expect((await save({ icsUrl: null })).ok.feed).toBeNull()
    expect([await meetings(), await offered()]).toEqual([[], []])
    expect((await save({ selection: 'all' })).error.code).toBe('no_calendar')
  })

  test('is one’s own', async () => {
    publish('/a', event())
    await connect('/a')
    const [found] = await offered()
    expect((await server.call('calendar.get', {}, world.jonasToken)).ok.feed).toBeNull()
    expect(await offered(world.jonasToken)).toEqual([])
    expect((await select(found?.id ?? '', true, world.jonasToken)).status).toBe(404)
  })
})

describe('reading a feed again', () => {
  test('asks with its ETag, and reads it once a day anyway', async () => {
    publish('/a', event())
    await connect('/a')
    const lastRequest = () => requests.at(-1)?.headers['if-none-match']
    await check()
    expect(lastRequest()).toBe(`"${lastEtag}"`)
    await check(world.ines, new Date(Date.now() + 25 * hourMs))
    expect(lastRequest()).toBeUndefined()
  })

  test('follows what was moved, renamed, added and cancelled; the meeting keeps its settings', async () => {
    publish('/a', event(), event({ uid: 'gone', start: at(4), url: 'https://zoom.us/j/1234567890' }))
    await connect('/a')
    const [first] = await meetings()
    const config = { name: 'Notes', notesAutoGeneration: 'none', eventId: first?.id } as const
    await server.call('bot.save', { body: { config } }, world.token)
    publish(
      '/a',
      event({ start: at(6), lines: ['SEQUENCE:1'] }).replace('Title of one', 'Renamed'),
      event({ uid: 'new', start: at(9), url: 'https://zoom.us/j/9876543210' }),
    )
    await check()
    expect((await meetings()).map(({ id, title, startAt }) => [id === first?.id, title, startAt])).toEqual([
      [true, 'Renamed', at(6).toISOString()],
      [false, 'Title of new', at(9).toISOString()],
    ])
    const kept = await server.call(
      'bot.getForMeeting',
      { params: { user: world.ines.id, event: first?.id ?? '' } },
      world.token,
    )
    expect(kept.ok.config.name).toBe('Notes')
  })

  test('keeps what it offered while it fails, says so, and is asked ever more rarely', async () => {
    publish('/a', event())
    await connect('/a')
    feeds.set('/a', { text: '', etag: '"y"', status: 500 })
    const nextCheck = async () =>
      (
        await db
          .selectFrom('calendar_feeds')
          .where('user_id', '=', world.ines.id)
          .select('next_check_at')
          .executeTakeFirstOrThrow()
      ).next_check_at.getTime()
    const now = new Date()
    const waits: number[] = []
    for (let n = 0; n < 10; n++) {
      await check(world.ines, now)
      waits.push((await nextCheck()) - now.getTime())
    }
    expect(waits).toEqual([...waits].sort((one, other) => one - other))
    expect([waits[0], waits.at(-1)]).toEqual([600_000, 24 * hourMs])
    expect((await server.call('calendar.get', {}, world.token)).ok.feed?.error).toBe('unreachable')
    expect(await meetings()).toHaveLength(1)
    publish('/a', event())
    await check()
    expect((await server.call('calendar.get', {}, world.token)).ok.feed?.error).toBeNull()
  })
})

describe('the daily comparison with the full feed', () => {
  const zoom = (n: number) => `https://zoom.us/j/123456789${n}`
  const events = () => ['moved', 'renamed', 'gone', 'kept'].map((uid, n) => ({ uid, start: at(32 + n), url: zoom(n) }))
  const nextDay = () => new Date(Date.now() + 25 * hourMs)
  /** Moved, renamed and cancelled behind the same ETag, as servers with caches do. */
  const changeSilently = (path: string) => {
    const { etag = '' } = feeds.get(path) ?? {}
    const [moved, renamed, , kept] = events()
    const changed = [
      event({ ...moved, start: at(39) }),
      event(renamed).replace('Title of renamed', 'Renamed'),
      event(kept),
      event({ uid: 'new', start: at(42), url: zoom(9) }),
    ]
    feeds.set(path, { text: calendar(...changed), etag })
  }

  test('finds what a server that answers “unchanged” had changed, and finds nothing more the next time', async () => {
    publish('/a', ...events().map((one) => event({ ...one, lines: ['SEQUENCE:4'] })))
    await connect('/a')
    const kept = (await meetings()).find(({ title }) => title === 'Title of kept')
    changeSilently('/a')
    await check()
    expect((await meetings()).map(({ title }) => title)).toContain('Title of gone')
    const expected = [
      ['Renamed', at(33).toISOString()],
      ['Title of kept', at(35).toISOString()],
      ['Title of moved', at(39).toISOString()],
      ['Title of new', at(42).toISOString()],
    ]
    for (let times = 0; times < 2; times++) {
      await check(world.ines, nextDay())
      // Also after the calendar program began to count the versions anew.
      expect((await meetings()).map(({ title, startAt }) => [title, startAt])).toEqual(expected)
    }
    expect((await meetings()).find(({ title }) => title === 'Title of kept')?.id).toBe(kept?.id)
  })

  test('does not bring back what the person deleted, also if the event was missing for a time', async () => {
    const daily = event({ uid: 'daily', lines: ['RRULE:FREQ=DAILY'] })
    publish('/a', event(), daily.replace(meet, zoom(1)))
    await connect('/a')
    for (const { id } of await meetings()) await remove(id)
    const rest = [at(26).toISOString()]
    expect(await starts()).toEqual(rest)
    publish('/a')
    await check()
    expect([await starts(), await offered()]).toEqual([[], []])
    publish('/a', event(), daily.replace(meet, zoom(1)))
    await check()
    expect(await starts()).toEqual(rest)
  })

  test('forgets events that are gone and about which nothing was chosen', async () => {
    publish('/a', event())
    await connect('/a', 'none')
    publish('/a')
    await check()
    expect(await db.selectFrom('calendar_events').where('user_id', '=', world.ines.id).select('id').execute()).toEqual(
      [],
    )
  })

  test.each([
    [429, '3600', hourMs],
    [503, new Date(Date.now() + 7200_000).toUTCString(), 2 * hourMs],
    [500, undefined, 600_000],
    [429, '99999999', 24 * hourMs],
  ])('after %i with Retry-After %s waits', async (status, retryAfter, waitMs) => {
    publish('/a', event())
    await connect('/a')
    feeds.set('/a', { text: '', etag: '"z"', status, ...(retryAfter === undefined ? {} : { retryAfter }) })
    const now = new Date()
    await check(world.ines, now)
    const { next_check_at: next } = await db
      .selectFrom('calendar_feeds')
      .where('user_id', '=', world.ines.id)
      .select('next_check_at')
      .executeTakeFirstOrThrow()
    expect(Math.abs(next.getTime() - now.getTime() - waitMs)).toBeLessThan(300_000)
    expect(await meetings()).toHaveLength(1)
  })

  test('takes turns among companies', async () => {
    const other = await arrange()
    publish('/a', event())
    for (const token of [world.token, world.jonasToken, other.token]) await connect('/a', 'none', token)
    const ids = [world.ines.id, world.jonas.id, other.ines.id]
    await db
      .updateTable('calendar_feeds')
      .set({ next_check_at: new Date(0) })
      .where('user_id', 'in', ids)
      .execute()
    const claim = () => claimDueFeeds(db, new Date(1000), { limit: 10, perCompany: 1 })
    const first = await claim()
    expect(first).toHaveLength(2)
    expect(first).toContain(other.ines.id)
    expect([...first, ...(await claim())].sort()).toEqual([...ids].sort())
    expect(await claim()).toEqual([])
  })
})

describe('a series', () => {
  const daily = (lines: string[] = []) => event({ uid: 'daily', lines: ['RRULE:FREQ=DAILY', ...lines] })
  const iso = (days: number) => at(2 + 24 * days).toISOString()

  test('has one upcoming meeting, its next occurrence', async () => {
    publish('/a', daily())
    await connect('/a')
    expect(await meetings()).toMatchObject([{ startAt: iso(0), recurrence: 'FREQ=DAILY', status: 'upcoming' }])
  })

  test('of which an occurrence is deleted moves to the next one, and stays there', async () => {
    publish('/a', daily())
    await connect('/a')
    const [meeting] = await meetings()
    expect((await remove(meeting?.id ?? '')).ok).toEqual({ newStartDate: iso(1) })
    expect(await meetings()).toMatchObject([{ id: meeting?.id, startAt: iso(1) }])
    await check()
    expect(await starts()).toEqual([iso(1)])
  })

  test('that is deleted from now on does not come back with its calendar', async () => {
    publish('/a', daily())
    await connect('/a')
    const [meeting] = await meetings()
    expect((await remove(meeting?.id ?? '', true)).ok).toEqual({ success: true })
    await check()
    expect(await meetings()).toEqual([])
    expect(await offered()).toMatchObject([{ isSelected: false }])
  })

  test('of which the last occurrence is deleted has none any more', async () => {
    publish('/a', event({ uid: 'last', lines: ['RRULE:FREQ=DAILY;COUNT=1'] }))
    await connect('/a')
    const [meeting] = await meetings()
    expect((await remove(meeting?.id ?? '')).ok).toEqual({ success: true })
    expect(await meetings()).toEqual([])
  })

  test('has its next occurrence as soon as the bot claims one, and each is recorded once', async () => {
    publish('/a', daily())
    await connect('/a')
    const [meeting] = await meetings()
    await runTransaction(db, (trx) => applyMeetingEvent(trx, meeting?.id ?? '', { type: 'claimed' }))
    expect((await meetings()).map(({ startAt, status }) => [startAt, status])).toEqual([
      [iso(1), 'upcoming'],
      [iso(0), 'processing'],
    ])
    await check()
    expect(await starts()).toEqual([iso(1), iso(0)])
  })

  test('of which an occurrence failed can have the bot sent again, beside the next one', async () => {
    publish('/a', daily())
    await connect('/a')
    const [meeting] = await meetings()
    const failure = { code: 'removed', facts: {} } as const
    await runTransaction(db, async (trx) => {
      await applyMeetingEvent(trx, meeting?.id ?? '', { type: 'claimed' })
      await applyMeetingEvent(trx, meeting?.id ?? '', { type: 'refused', failure })
    })
    await server.call('meeting.sendAgain', { params: { id: meeting?.id ?? '' } }, world.token)
    await check()
    expect((await meetings()).map(({ startAt, status }) => [startAt, status])).toEqual([
      [iso(0), 'upcoming'],
      [iso(1), 'upcoming'],
    ])
  })
})

describe('one meeting in the calendars of two colleagues', () => {
  const both = async () => {
    publish('/a', event())
    publish('/b', event({ uid: 'other program' }))
    await connect('/a')
    await connect('/b', 'all', world.jonasToken)
  }

  test('is one row with one bot, and each sees it', async () => {
    await both()
    const [one] = await meetings()
    const [other] = await meetings(world.jonasToken)
    expect(one).toEqual({ ...other, abilities: one?.abilities })
    expect(one?.organizedBy?.id).toBe(world.ines.id)
  })

  test('that one of them deletes is still recorded for the other, and does not come back', async () => {
    await both()
    const [meeting] = await meetings()
    await remove(meeting?.id ?? '')
    await check()
    expect(await meetings()).toEqual([])
    expect(await meetings(world.jonasToken)).toMatchObject([{ organizedBy: { id: world.jonas.id } }])
  })

  test('that is moved is one row again when both calendars say so, in either order', async () => {
    for (const order of [
      [world.ines, world.jonas],
      [world.jonas, world.ines],
    ]) {
      await both()
      publish('/a', event({ start: at(8), lines: ['SEQUENCE:1'] }))
      publish('/b', event({ uid: 'other program', start: at(8), lines: ['SEQUENCE:1'] }))
      for (const user of order) await check(user)
      await check(order[0])
      expect(await starts()).toEqual([at(8).toISOString()])
      expect(await starts(world.jonasToken)).toEqual([at(8).toISOString()])
      const { rows } = {
        rows: await db.selectFrom('meetings').where('company_id', '=', world.company.id).select('id').execute(),
      }
      expect(rows).toHaveLength(1)
      await save({ icsUrl: null })
      await save({ icsUrl: null }, world.jonasToken)
    }
  })
})

test('a person who left the company has no meetings planned, and their colleague takes over', async () => {
  publish('/a', event())
  publish('/b', event())
  await connect('/a')
  await connect('/b', 'all', world.jonasToken)
  await db.updateTable('company_members').set({ status: 'deactivated' }).where('user_id', '=', world.ines.id).execute()
  publish('/a', event({ start: at(7), lines: ['SEQUENCE:1'] }))
  await check()
  expect(await meetings(world.jonasToken)).toMatchObject([
    { startAt: at(2).toISOString(), organizedBy: { id: world.jonas.id } },
  ])
})
