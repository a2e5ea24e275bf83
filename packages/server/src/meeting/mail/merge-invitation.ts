/**
 * An event of invitations consists of several messages: the series, moved occurrences and cancellations. Of two versions of
 * one occurrence, the one with the higher sequence counts, then the later one (RFC 5546).
 */
import ICAL from 'ical.js'
import { parseCalendars, sequenceOf, uidOf } from '../calendar/read-calendar.ts'

export type Invitation = { readonly uid: string; readonly isCancelled: boolean; readonly text: string }

const methods = new Set(['REQUEST', 'CANCEL', 'PUBLISH'])

/** Null if the text neither invites nor cancels. A message is about one event. */
export function readInvitation(text: string): Invitation | null {
  const [calendar] = parseCalendars(text)
  const method = String(calendar?.getFirstPropertyValue('method') ?? '').toUpperCase()
  const [event] = calendar?.getAllSubcomponents('vevent') ?? []
  const uid = event === undefined ? null : uidOf(event)
  return uid === null || !methods.has(method) ? null : { uid, isCancelled: method === 'CANCEL', text }
}

/** The event as a calendar, after this message. `known` is what was returned for the one before. */
export function mergeInvitation(known: string | null, { uid, isCancelled, text }: Invitation): string {
  const before = known === null ? [] : parseCalendars(known)
  const received = parseCalendars(text)
  const merged = new ICAL.Component('vcalendar')
  merged.addPropertyWithValue('version', '2.0')
  merged.addPropertyWithValue('prodid', '-//Knowreel//Meetings//EN')
  const zones = new Map<string, ICAL.Component>()
  for (const calendar of [...before, ...received])
    for (const zone of calendar.getAllSubcomponents('vtimezone'))
      zones.set(String(zone.getFirstPropertyValue('tzid')), zone)
  const events = new Map<string, ICAL.Component>()
  for (const event of before.flatMap((calendar) => calendar.getAllSubcomponents('vevent')))
    events.set(occurrenceOf(event), event)
  for (const event of received.flatMap((calendar) => calendar.getAllSubcomponents('vevent'))) {
    if (uidOf(event) !== uid) continue
    const occurrence = occurrenceOf(event)
    const older = events.get(occurrence)
    if (older !== undefined && isOlder(event, older)) continue
    events.set(occurrence, isCancelled ? cancel(older ?? event, event) : event)
    if (occurrence === whole && older !== undefined && timesOf(older) !== timesOf(event) && !isCancelled)
      dropMoved(events, event)
  }
  // Copies, because a component has one parent.
  for (const part of [...zones.values(), ...events.values()])
    merged.addSubcomponent(new ICAL.Component(structuredClone(part.toJSON())))
  return merged.toString()
}

const whole = ''

const occurrenceOf = (event: ICAL.Component): string => {
  const id = event.getFirstPropertyValue('recurrence-id')
  return id instanceof ICAL.Time ? String(id.toUnixTime()) : whole
}

const stampOf = (event: ICAL.Component): number => {
  const stamp = event.getFirstPropertyValue('dtstamp')
  return stamp instanceof ICAL.Time ? stamp.toUnixTime() : 0
}

const isOlder = (event: ICAL.Component, known: ICAL.Component): boolean =>
  sequenceOf(event) === sequenceOf(known) ? stampOf(event) < stampOf(known) : sequenceOf(event) < sequenceOf(known)

const timesOf = (event: ICAL.Component): string =>
  ['dtstart', 'rrule'].map((name) => event.getFirstProperty(name)?.toICALString() ?? '').join('\n')

/** With other times, the series has none of its former occurrences. */
function dropMoved(events: Map<string, ICAL.Component>, series: ICAL.Component): void {
  for (const [occurrence, event] of events)
    if (occurrence !== whole && sequenceOf(event) < sequenceOf(series)) events.delete(occurrence)
}

/** Keeps properties that the cancellation omits, such as the link, which identifies the meeting. */
function cancel(known: ICAL.Component, cancellation: ICAL.Component): ICAL.Component {
  const event = new ICAL.Component(structuredClone(known.toJSON()))
  event.updatePropertyWithValue('status', 'CANCELLED')
  event.updatePropertyWithValue('sequence', sequenceOf(cancellation))
  const stamp = cancellation.getFirstPropertyValue('dtstamp')
  if (stamp instanceof ICAL.Time) event.updatePropertyWithValue('dtstamp', stamp)
  return event
}
