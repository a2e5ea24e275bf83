/**
 * Reads the meetings of a calendar: events with a link to a meeting, and when they take place. Runs in a thread of its own,
 * because calendars come from strangers: a rule may never end, and a text may be built to be slow.
 */
import { findMeetingLink, type MeetingLink } from '@knowreel/shared/meeting/meeting-link.rules.ts'
import { toSingleLine } from '@knowreel/shared/catalogue/wire.ts'
import ICAL from 'ical.js'
import { ianaZone } from './iana-zone.ts'

export type CalendarRequest = {
  readonly text: string
  /** Occurrences that end before are left out; in milliseconds. */
  readonly from: number
  readonly to: number
  readonly jitsiHosts: readonly string[]
}

export type Occurrence = {
  /** Original start (RECURRENCE-ID) in ms; identifies the occurrence even if it was moved. */
  readonly at: number
  readonly startAt: number
  /** Only if it differs from the series. */
  readonly title?: string
  readonly link?: MeetingLink
}

export type CalendarEvent = {
  readonly uid: string
  readonly sequence: number
  readonly title: string
  readonly link: MeetingLink
  readonly organizer: string | null
  readonly attendees: readonly { readonly email: string; readonly name: string | null }[]
  /** RRULE; null for a single event. */
  readonly recurrence: string | null
  /** By time, without cancelled ones. */
  readonly occurrences: readonly Occurrence[]
}

export type CalendarContent = {
  /** `REQUEST`, `CANCEL` …; null for a feed. */
  readonly method: string | null
  readonly events: readonly CalendarEvent[]
}

const limits = { events: 5000, occurrences: 40, steps: 20_000, attendees: 200, uidLength: 1000, titleLength: 200 }

/** Null if the text is no calendar. Events that cannot be read are left out. */
export function readCalendar(request: CalendarRequest): CalendarContent | null {
  const calendars = parseCalendars(request.text)
  if (calendars.length === 0) return null
  const method = calendars[0]?.getFirstPropertyValue('method')
  const events: CalendarEvent[] = []
  for (const calendar of calendars) {
    addMissingZones(calendar)
    for (const group of groupByUid(calendar)) {
      if (events.length >= limits.events) break
      const event = readGroup(group, request)
      if (event !== null) events.push(event)
    }
  }
  return { method: typeof method === 'string' ? method.toUpperCase() : null, events }
}

/** A file may contain several. Some servers send a byte order mark, and lines that end with LF. */
export function parseCalendars(text: string): ICAL.Component[] {
  const plain = text.replace(/^\uFEFF/, '')
  const parsed = tryParse(plain) ?? tryParse(withoutBrokenEvents(plain)) ?? []
  return parsed.filter(({ name }) => name === 'vcalendar')
}

function tryParse(text: string): ICAL.Component[] | null {
  try {
    const parsed: unknown = ICAL.parse(text)
    const list = Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed : [parsed]
    return list.map((one) => new ICAL.Component(one as never))
  } catch {
    return null
  }
}

/** One event that cannot be read must not cost the others. */
const withoutBrokenEvents = (text: string): string =>
  text.replaceAll(/^BEGIN:VEVENT\r?$[^]*?^END:VEVENT\r?$\n?/gim, (event) => (tryParse(event) === null ? '' : event))

/** Times whose zone is not described have the calendar's zone, and otherwise mean UTC. */
function addMissingZones(calendar: ICAL.Component): void {
  const described = new Set(
    calendar.getAllSubcomponents('vtimezone').map((zone) => String(zone.getFirstPropertyValue('tzid'))),
  )
  const usual = String(calendar.getFirstPropertyValue('x-wr-timezone') ?? 'UTC')
  const wanted = new Set<string>()
  for (const event of calendar.getAllSubcomponents('vevent'))
    for (const property of event.getAllProperties()) {
      const tzid: unknown = property.getParameter('tzid')
      if (typeof tzid === 'string') wanted.add(tzid)
    }
  for (const tzid of wanted) {
    if (described.has(tzid)) continue
    const zone = ianaZone(tzid) ?? ianaZone(usual) ?? ianaZone('UTC')
    zone?.updatePropertyWithValue('tzid', tzid)
    if (zone) calendar.addSubcomponent(zone)
  }
}

type Group = { master: ICAL.Component | null; readonly exceptions: Map<string, ICAL.Component> }

/** The version of an event with the higher sequence wins. */
function groupByUid(calendar: ICAL.Component): Iterable<Group> {
  const groups = new Map<string, Group>()
  for (const event of calendar.getAllSubcomponents('vevent')) {
    const uid = uidOf(event)
    if (uid === null) continue
    const group = groups.get(uid) ?? { master: null, exceptions: new Map<string, ICAL.Component>() }
    groups.set(uid, group)
    const recurrenceId = event.getFirstPropertyValue('recurrence-id')
    if (recurrenceId === null) {
      if (group.master === null || sequenceOf(event) >= sequenceOf(group.master)) group.master = event
      continue
    }
    const key = String(recurrenceId)
    const known = group.exceptions.get(key)
    if (known === undefined || sequenceOf(event) >= sequenceOf(known)) group.exceptions.set(key, event)
  }
  return groups.values()
}

export function uidOf(event: ICAL.Component): string | null {
  const uid = String(event.getFirstPropertyValue('uid') ?? '')
  return uid === '' || uid.length > limits.uidLength ? null : uid
}

export const sequenceOf = (event: ICAL.Component): number => {
  const sequence = Number(event.getFirstPropertyValue('sequence') ?? 0)
  return Number.isSafeInteger(sequence) && sequence > 0 && sequence < 2 ** 31 ? sequence : 0
}
const isCancelled = (event: ICAL.Component): boolean =>
  String(event.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED'

function readGroup({ master, exceptions }: Group, request: CalendarRequest): CalendarEvent | null {
  const [first] = exceptions.values()
  const main = master ?? first
  if (main === undefined) return null
  try {
    const links = new Map([main, ...exceptions.values()].map((event) => [event, linkOf(event, request.jitsiHosts)]))
    const link = links.get(main) ?? [...links.values()].find((one) => one !== null)
    if (!link) return null
    const title = titleOf(main)
    const occurrences = [...listOccurrences(master, [...exceptions.values()], request)]
      .map(({ at, startAt, event }): Occurrence => {
        const [ownTitle, ownLink] = [titleOf(event), links.get(event)]
        return {
          at,
          startAt,
          ...(ownTitle !== title && { title: ownTitle }),
          ...(ownLink && ownLink.url !== link.url && { link: ownLink }),
        }
      })
      .sort((one, other) => one.startAt - other.startAt)
    return {
      uid: String(main.getFirstPropertyValue('uid')),
      sequence: Math.max(...[main, ...exceptions.values()].map(sequenceOf)),
      title,
      link,
      organizer: emailOf(main.getFirstProperty('organizer')),
      attendees: attendeesOf(main),
      recurrence: master?.getFirstPropertyValue('rrule')?.toString() ?? null,
      occurrences: occurrences.slice(0, limits.occurrences),
    }
  } catch {
    return null
  }
}

type Found = { readonly at: number; readonly startAt: number; readonly event: ICAL.Component }

function* listOccurrences(
  master: ICAL.Component | null,
  exceptions: readonly ICAL.Component[],
  { from, to }: CalendarRequest,
): Generator<Found> {
  const isWithin = (start: ICAL.Time, end: ICAL.Time) => toMs(end) > from && toMs(start) <= to
  const moved = new Map(
    exceptions.map((event) => [toMs(event.getFirstPropertyValue('recurrence-id') as ICAL.Time), event]),
  )
  for (const [at, event] of moved) {
    if (isCancelled(event)) continue
    const { startDate, endDate } = new ICAL.Event(event)
    if (!startDate.isDate && isWithin(startDate, endDate)) yield { at, startAt: toMs(startDate), event }
  }
  if (master === null || isCancelled(master)) return
  const event = new ICAL.Event(master, { strictExceptions: false, exceptions: [...exceptions] })
  // The bot cannot know when a whole day begins.
  if (event.startDate.isDate) return
  if (!event.isRecurring()) {
    const at = toMs(event.startDate)
    if (isWithin(event.startDate, event.endDate) && !moved.has(at)) yield { at, startAt: at, event: master }
    return
  }
  const iterator = event.iterator()
  for (let steps = 0, found = 0; steps < limits.steps && found < limits.occurrences; steps++) {
    const next = iterator.next() as ICAL.Time | null
    if (!next) return
    const at = toMs(next)
    // Without order, a rule with several parts could hide earlier ones behind later ones.
    if (at > to) return
    if (moved.has(at)) continue
    // An exception may also change all later occurrences.
    const { startDate, endDate, item } = event.getOccurrenceDetails(next)
    if (!isWithin(startDate, endDate) || isCancelled(item.component)) continue
    found++
    yield { at, startAt: toMs(startDate), event: item.component }
  }
}

const toMs = (time: ICAL.Time): number => time.toUnixTime() * 1000

const titleOf = (event: ICAL.Component): string =>
  toSingleLine(String(event.getFirstPropertyValue('summary') ?? ''))
    .trim()
    .slice(0, limits.titleLength)
    .toWellFormed()

/** Properties in which programs put the link, the most reliable first. */
const linkProperties = [
  'x-google-conference',
  'x-microsoft-skypeteamsmeetingurl',
  'x-microsoft-onlinemeetingexternallink',
  'conference',
  'location',
  'url',
  'description',
  'x-alt-desc',
]

function linkOf(event: ICAL.Component, jitsiHosts: readonly string[]): MeetingLink | null {
  const texts = linkProperties.flatMap((name) =>
    event.getAllProperties(name).map((property) => String(property.getFirstValue() ?? '')),
  )
  return findMeetingLink(texts, jitsiHosts)
}

function emailOf(property: ICAL.Property | null): string | null {
  const email = String(property?.getFirstValue() ?? '')
    .replace(/^mailto:/i, '')
    .trim()
    .toLowerCase()
  return /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(email) ? email : null
}

const attendeesOf = (event: ICAL.Component): CalendarEvent['attendees'] =>
  event
    .getAllProperties('attendee')
    .slice(0, limits.attendees)
    .flatMap((property) => {
      const email = emailOf(property)
      const name: unknown = property.getParameter('cn')
      return email === null ? [] : [{ email, name: typeof name === 'string' ? toSingleLine(name).slice(0, 100) : null }]
    })
