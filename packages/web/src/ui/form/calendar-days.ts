/** Days of the calendar, without time and time zone, as `YYYY-MM-DD`: their text, and the weeks of a month. */
import { isDay } from '@knowreel/shared/audit/audit-day.rules.ts'
import { addMonths, dayOf, type Day } from '@knowreel/shared/review/review.rules.ts'
import { monthNames } from '../time-format.ts'

export { addMonths, isDay, type Day }

const dayMs = 86_400_000
const padTwo = (value: number) => String(value).padStart(2, '0')
const midnight = (day: Day) => new Date(`${day}T00:00:00Z`)

/** The day of a moment where the person is. */
export const localDay = (time: Date): Day =>
  `${time.getFullYear()}-${padTwo(time.getMonth() + 1)}-${padTwo(time.getDate())}`

export const addDays = (day: Day, count: number): Day => dayOf(new Date(midnight(day).getTime() + count * dayMs))

/** 0 is Sunday. */
export const weekdayOf = (day: Day): number => midnight(day).getUTCDay()

/** Within the limits; days without a time are ordered as their texts. */
export function clampDay(day: Day, min: Day | undefined, max: Day | undefined): Day {
  if (min !== undefined && day < min) return min
  return max !== undefined && day > max ? max : day
}

/** Null if the calendar has no such day. */
function toDay(year: number, month: number, date: number): Day | null {
  const day = dayOf(new Date(Date.UTC(year, month - 1, date)))
  return year >= 1000 && day === `${year}-${padTwo(month)}-${padTwo(date)}` ? day : null
}

const byYear = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const byDate = /^(\d{1,2})[./\s-]+(\d{1,2})[./\s-]+(\d{4})$/
const digitsOnly = /^(\d{2})(\d{2})(\d{4})$/
const byName = /^(\d{1,2})\.?\s+(\p{L}{3,})\.?,?\s+(\d{4})$/u
const byNameFirst = /^(\p{L}{3,})\.?\s+(\d{1,2}),?\s+(\d{4})$/u

const monthNumber = (name: string): number =>
  monthNames.findIndex((month) => month.toLowerCase().startsWith(name.toLowerCase())) + 1

/** `isReadable`: the text is meant as a date, but the calendar has no such day. */
type ReadDay = { readonly day: Day } | { readonly day: null; readonly isReadable: boolean }

/** `12/11/2026`, `12.11.2026`, `12112026`, `2026-11-12`, `12 November 2026`, `Nov 12, 2026`: the day before the month. */
export function readDay(text: string): ReadDay {
  const typed = text.trim()
  const found = readParts(typed)
  if (found === null) return { day: null, isReadable: false }
  const day = toDay(...found)
  return day === null ? { day, isReadable: true } : { day }
}

function readParts(text: string): [year: number, month: number, date: number] | null {
  const iso = byYear.exec(text)
  if (iso) return [Number(iso[1]), Number(iso[2]), Number(iso[3])]
  const numbers = byDate.exec(text) ?? digitsOnly.exec(text)
  if (numbers) return [Number(numbers[3]), Number(numbers[2]), Number(numbers[1])]
  const named = byName.exec(text)
  if (named) return [Number(named[3]), monthNumber(named[2] ?? ''), Number(named[1])]
  const american = byNameFirst.exec(text)
  return american && [Number(american[3]), monthNumber(american[1] ?? ''), Number(american[2])]
}

/** `DD/MM/YYYY`; text that is no day stays. */
export const dayText = (value: string): string => (isDay(value) ? value.split('-').toReversed().join('/') : value)

/** Six weeks that contain the month of `day`, so that every month has the same height. */
export function weeksOfMonth(day: Day, firstWeekday: number): Day[][] {
  const first = `${day.slice(0, 8)}01`
  const start = addDays(first, -((weekdayOf(first) - firstWeekday + 7) % 7))
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (__, at) => addDays(start, week * 7 + at)))
}

/** 0 is Sunday. Where the browser does not know, weeks begin on Monday. */
export function firstWeekdayOf(locale: string): number {
  const known: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(locale)
  return (known.getWeekInfo?.().firstDay ?? 1) % 7
}
