/**
 * VTIMEZONE components of IANA time zones, for calendars that name a zone without describing it. The rules come from the
 * zone data of the JavaScript engine.
 */
import ICAL from 'ical.js'

const dayMs = 86_400_000
/** No zone changes twice within so few days. */
const stepMs = 7 * dayMs
const firstYear = 1970
/** Later, the last offset holds. */
const lastYear = 2040

const components = new Map<string, string | null>()

/** Null for a name that is no IANA zone. */
export function ianaZone(name: string): ICAL.Component | null {
  let text = components.get(name)
  if (text === undefined) {
    text = describeZone(name)
    components.set(name, text)
  }
  return text === null ? null : ICAL.Component.fromString(text)
}

/** Seconds to add to UTC. */
type OffsetAt = (utcMs: number) => number

function offsetReader(name: string): OffsetAt | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
    return (utcMs) => {
      const text = format.formatToParts(utcMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
      const [, sign, hours, minutes, seconds] = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text) ?? []
      if (sign === undefined) return 0
      const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)
      return sign === '-' ? -size : size
    }
  } catch {
    return null
  }
}

function describeZone(name: string): string | null {
  const offsetAt = offsetReader(name)
  if (offsetAt === null) return null
  const from = Date.UTC(firstYear)
  const to = Date.UTC(lastYear)
  const first = offsetAt(from)
  const observances = [describeObservance(from + first * 1000, first, first)]
  let before = first
  for (let at = from; at < to; at += stepMs) {
    const after = offsetAt(at + stepMs)
    if (after === before) continue
    const change = findChange(offsetAt, at, at + stepMs)
    observances.push(describeObservance(change + before * 1000, before, after))
    before = after
  }
  return ['BEGIN:VTIMEZONE', `TZID:${name}`, ...observances, 'END:VTIMEZONE'].join('\r\n')
}

/** The first moment with the offset of `high`; the offset changes once between the two. */
function findChange(offsetAt: OffsetAt, low: number, high: number): number {
  const before = offsetAt(low)
  let [from, to] = [low, high]
  while (to - from > 1000) {
    const middle = Math.floor((from + to) / 2000) * 1000
    if (offsetAt(middle) === before) from = middle
    else to = middle
  }
  return to
}

/** The start is a local time before the change. */
function describeObservance(localMs: number, before: number, after: number): string {
  const start = new Date(localMs).toISOString().replaceAll(/[-:]|\.\d+Z$/g, '')
  return [
    'BEGIN:STANDARD',
    `DTSTART:${start}`,
    `TZOFFSETFROM:${formatOffset(before)}`,
    `TZOFFSETTO:${formatOffset(after)}`,
    'END:STANDARD',
  ].join('\r\n')
}

function formatOffset(seconds: number): string {
  const size = Math.abs(seconds)
  const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60]
  const [hours, minutes, rest] = parts.map((part) => String(part).padStart(2, '0'))
  return `${seconds < 0 ? '-' : '+'}${hours}${minutes}${rest === '00' ? '' : rest}`
}
