import { formatLongDate } from '../../ui/time-format.ts'
import * as texts from '../texts.ts'

/**
 * A link expires at the end of a day, in the time zone of the person who chooses it. `YYYY-MM-DD`, as in date fields.
 */
const padTwo = (value: number) => String(value).padStart(2, '0')

export const formatDay = (time: Date): string =>
  `${time.getFullYear()}-${padTwo(time.getMonth() + 1)}-${padTwo(time.getDate())}`

/** The last moment of a day; null if the text is not a day. */
export function endOfDay(day: string): Date | null {
  const [year, month, date] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []).slice(1).map(Number)
  if (year === undefined || month === undefined || date === undefined) return null
  const end = new Date(year, month - 1, date, 23, 59, 59, 999)
  return formatDay(end) === day ? end : null
}

export const expiryText = (expiresAt: string, now: number): string =>
  `${Date.parse(expiresAt) > now ? texts.expiresAfter : texts.expiredOn} ${formatLongDate(expiresAt)}`
