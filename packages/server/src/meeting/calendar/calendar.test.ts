import { describe, expect, test } from 'vitest'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { claimDueFeeds } from './calendar.queries.ts'
import { setUpCalendars, meet, hourMs, at, event, calendar } from './calendar.fixture.ts'

const {
  feeds,
  requests,
  server,
  db,
  arrange,
  world,
  publish,
  addressOf,
  save,
  connect,
  offered,
  meetings,
  starts,
  remove,
  check,
} = await setUpCalendars()

const select = (id: string, isSelected: boolean, by = world.token) =>
  server.call('calendar.select', { params: { id }, body: { isSelected } }, by)

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
    expect(lastRequest()).toBe(feeds.get('/a')?.etag)
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

  test('waits while its person is not active in its company, and moves to the one where they connect it again', async () => {
    publish('/a', event())
    await connect('/a')
    await db
      .updateTable('company_members')
      .set({ status: 'deactivated' })
      .where('user_id', '=', world.ines.id)
      .execute()
    const other = await buildCompany(db)
    await buildMember(db, other, { user: world.ines })
    const token = await server.signIn(world.ines, other)
    expect((await server.call('calendar.get', {}, token)).ok.feed).toBeNull()
    expect(await offered(token)).toEqual([])
    expect((await connect('/a', 'all', token)).feed).toMatchObject({ selection: 'all', meetingsThisWeek: 1 })
    expect(await starts(token)).toEqual([at(2).toISOString()])
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
