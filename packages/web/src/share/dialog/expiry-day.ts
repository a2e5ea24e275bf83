import { isDay } from '../../ui/form/calendar-days.ts'
import { formatLongDate } from '../../ui/time-format.ts'
import * as texts from '../texts.ts'

/** The last moment of a day, in the time zone of the person who chooses it; null if the text is not a day. */
export const endOfDay = (day: string): Date | null => (isDay(day) ? new Date(`${day}T23:59:59.999`) : null)

export const expiryText = (expiresAt: string, now: number): string =>
  `${Date.parse(expiresAt) > now ? texts.expiresAfter : texts.expiredOn} ${formatLongDate(expiresAt)}`
