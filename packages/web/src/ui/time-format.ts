import * as texts from './texts.ts'
/** Dates and times in the product's formats and the browser's time zone. Month and weekday names are English. */
export const monthNames = [
  texts.january,
  texts.february,
  texts.march,
  texts.april,
  texts.may,
  texts.june,
  texts.july,
  texts.august,
  texts.september,
  texts.october,
  texts.november,
  texts.december,
]
export const weekdayNames = [
  texts.sunday,
  texts.monday,
  texts.tuesday,
  texts.wednesday,
  texts.thursday,
  texts.friday,
  texts.saturday,
]

const padTwo = (value: number) => String(value).padStart(2, '0')
const monthName = (date: Date) => monthNames[date.getMonth()] ?? ''

function parseDate(time: string | number | Date): Date | null {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? null : date
}

/** `DD/MM/YYYY`; a dash without a date. */
export function formatDate(time: string | number | Date | null): string {
  const date = time === null ? null : parseDate(time)
  return date ? `${padTwo(date.getDate())}/${padTwo(date.getMonth() + 1)}/${date.getFullYear()}` : '–'
}

/** `DD.MM.YYYY, H:mm`: 21.11.2026, 9:12; a dash without a time. */
export function formatLogInTime(time: string | null): string {
  const date = time === null ? null : parseDate(time)
  if (!date) return '–'
  const day = `${padTwo(date.getDate())}.${padTwo(date.getMonth() + 1)}.${date.getFullYear()}`
  return `${day}, ${date.getHours()}:${padTwo(date.getMinutes())}`
}

/** `HH:mm DD.MM.YYYY`: 10:42 21.11.2026; a dash without a time. */
export function formatAttemptTime(time: string | null): string {
  const date = time === null ? null : parseDate(time)
  return date
    ? `${formatClock(date)} ${padTwo(date.getDate())}.${padTwo(date.getMonth() + 1)}.${date.getFullYear()}`
    : '–'
}

/** `DD MMMM YYYY`: 12 November 2026. */
export function formatLongDate(time: string | number | Date): string {
  const date = parseDate(time)
  return date ? `${padTwo(date.getDate())} ${monthName(date)} ${date.getFullYear()}` : '–'
}

/** `MMM DD, YYYY`: Nov 12, 2026. */
export function formatShortDate(time: string | number | Date): string {
  const date = parseDate(time)
  return date ? `${monthName(date).slice(0, 3)} ${padTwo(date.getDate())}, ${date.getFullYear()}` : '–'
}

/** `DD MMMM YYYY, HH:mm`: the full time behind "a minute ago". */
export function formatFullTime(time: string | number | Date): string {
  const date = parseDate(time)
  return date ? `${formatLongDate(date)}, ${formatClock(date)}` : '–'
}

/** `MMM DD hh:mm a`, for today `Today, hh:mm a`: Nov 18 04:31 pm. */
export function formatVersionTime(time: string | number | Date, now: number = Date.now()): string {
  const date = parseDate(time)
  if (!date) return '–'
  const isToday = daysBetween(date, new Date(now)) === 0
  const day = isToday ? texts.today : `${monthName(date).slice(0, 3)} ${padTwo(date.getDate())}`
  return `${day} ${formatTwelveHourClock(date)}`
}

/** `MMM DD, YYYY, hh:mm a`: Nov 18, 2026, 04:31 pm. */
export function formatCommentTime(time: string | number | Date): string {
  const date = parseDate(time)
  return date ? `${formatShortDate(date)}, ${formatTwelveHourClock(date)}` : '–'
}

function formatTwelveHourClock(date: Date): string {
  const hours = date.getHours()
  return `${padTwo(hours % 12 || 12)}:${padTwo(date.getMinutes())} ${hours < 12 ? 'am' : 'pm'}`
}

/** `DD/MM/YYYY, HH:mm`, for today `Today, HH:mm`: 18/11/2026, 10:00. */
export function formatMeetingTime(time: string | number | Date, now: number = Date.now()): string {
  const date = parseDate(time)
  if (!date) return '–'
  const day = daysBetween(date, new Date(now)) === 0 ? texts.onToday : formatDate(date)
  return `${day}, ${formatClock(date)}`
}

/** `Today`, `Tomorrow`, `Yesterday`, otherwise `Friday 20 November`, with the year unless it is the current one. */
export function formatDayHeading(time: string | number | Date, now: number = Date.now()): string {
  const date = parseDate(time)
  if (!date) return '–'
  const today = new Date(now)
  const near = { [-1]: texts.onTomorrow, [0]: texts.onToday, [1]: texts.onYesterday }[daysBetween(date, today)]
  const year = date.getFullYear() === today.getFullYear() ? '' : ` ${date.getFullYear()}`
  return near ?? `${weekdayNames[date.getDay()]} ${date.getDate()} ${monthName(date)}${year}`
}

/** `HH:mm`. */
export function formatClock(time: string | number | Date): string {
  const date = parseDate(time)
  return date ? `${padTwo(date.getHours())}:${padTwo(date.getMinutes())}` : '–'
}

/**
 * `m:ss`, or `h:mm:ss` from an hour on, for a duration or position in milliseconds. Rounds down to whole seconds, after
 * rounding to tenths because frames and audio may end slightly early.
 */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.floor(Math.round(Math.max(0, milliseconds) / 100) / 10)
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  const rest = padTwo(seconds % 60)
  return hours > 0 ? `${hours}:${padTwo(minutes)}:${rest}` : `${minutes}:${rest}`
}

const minuteMs = 60_000

/** "a minute ago", "20 minutes ago", "yesterday", "Tuesday", then the date. */
export function formatRelative(time: string | number | Date, now: number = Date.now()): string {
  const date = parseDate(time)
  if (!date) return '–'
  const minutes = Math.floor((now - date.getTime()) / minuteMs)
  if (minutes < 1) return texts.justNow
  if (minutes === 1) return texts.aMinuteAgo
  if (minutes < 60) return texts.minutesAgo(minutes)
  const days = daysBetween(date, new Date(now))
  if (days === 0) return minutes < 120 ? texts.anHourAgo : texts.hoursAgo(Math.floor(minutes / 60))
  if (days === 1) return 'yesterday'
  if (days < 7) return weekdayNames[date.getDay()] ?? ''
  return formatDate(date)
}

/** "2 hours ago", "yesterday", "3 days ago"; after a week `DD MMMM YYYY`. */
export function formatAge(time: string | number | Date, now: number = Date.now()): string {
  const date = parseDate(time)
  const days = date ? daysBetween(date, new Date(now)) : 0
  if (days >= 7) return formatLongDate(time)
  return days > 1 ? texts.daysAgo(days) : formatRelative(time, now)
}

/** "2 hours ago" for today, before that `MMM DD, YYYY`: Nov 19, 2026. */
export function formatRecent(time: string | number | Date, now: number = Date.now()): string {
  const date = parseDate(time)
  const isToday = date !== null && daysBetween(date, new Date(now)) <= 0
  return isToday ? formatRelative(date, now) : formatShortDate(time)
}

/** Whole calendar days, so that "yesterday" begins at midnight and not after 24 hours. */
function daysBetween(from: Date, to: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((midnight(to) - midnight(from)) / (24 * 60 * minuteMs))
}
