/** A host of calendar feeds, and two colleagues who connect them. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach } from 'vitest'
import { startTestServer, testSecret } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { deriveKey } from '../../platform/crypto/sealed-box.ts'
import { createConditionalFetch } from '../../platform/fetch/index.ts'
import { checkFeed, type CalendarServices } from './check-feed.ts'

/** Responses of the calendar server, by path. */
type Feed = { text: string; etag: string; status?: number; retryAfter?: string }

export const meet = 'https://meet.google.com/kzu-wbfr-qhn'
export const hourMs = 3_600_000
/** A full hour, so that seconds are not lost in calendars. */
const base = Math.ceil(Date.now() / hourMs) * hourMs
export const at = (hours: number) => new Date(base + hours * hourMs)
const stamp = (date: Date) => date.toISOString().replaceAll(/[-:]|\.\d+/g, '')

type EventLines = { uid?: string; start?: Date; url?: string; lines?: string[] }
export const event = ({ uid = 'one', start = at(2), url = meet, lines = [] }: EventLines = {}) =>
  [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SUMMARY:Title of ${uid}`,
    `LOCATION:${url}`,
    `DTSTART:${stamp(start)}`,
    ...lines,
    'END:VEVENT',
  ].join('\r\n')
export const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR'].join('\r\n')
type Selection = 'all' | 'mine' | 'none'

export async function setUpCalendars() {
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

  async function arrange() {
    const company = await buildCompany(db)
    const [ines, jonas] = [await buildMember(db, company), await buildMember(db, company)]
    const [token, jonasToken] = [await server.signIn(ines, company), await server.signIn(jonas, company)]
    return { company, ines, jonas, token, jonasToken }
  }
  const world = {} as Awaited<ReturnType<typeof arrange>>
  beforeEach(async () => {
    Object.assign(world, await arrange())
    feeds.clear()
  })

  let lastEtag = 0
  const publish = (path: string, ...events: string[]) =>
    feeds.set(path, { text: calendar(...events), etag: `"${++lastEtag}"` })
  const addressOf = (path: string) => `http://127.0.0.1:${port}${path}`
  const save = (body: { icsUrl?: string | null; selection?: Selection }, by = world.token) =>
    server.call('calendar.save', { body }, by)
  const connect = async (path: string, selection: Selection = 'all', by = world.token) =>
    (await save({ icsUrl: addressOf(path), selection }, by)).ok
  const offered = async (by = world.token) => (await server.call('calendar.events', {}, by)).ok.events
  const meetings = async (by = world.token) =>
    (await server.call('meeting.list', { query: { page: '1' as never } }, by)).ok.meetings
  const starts = async (by = world.token) => (await meetings(by)).map(({ startAt }) => startAt)
  const remove = (id: string, isAll = false, by = world.token) =>
    server.call('meeting.remove', { params: { id }, query: isAll ? { all: '1' } : {}, body: {} }, by)
  const check = (user = world.ines, now?: Date) => checkFeed(db, services, user.id, now)

  return {
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
  }
}
