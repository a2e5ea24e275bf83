/** Dates of the demo company are relative to today, so that it never looks abandoned. */

type Moment = 'created' | 'published' | 'updated'

const hourOf: Record<Moment, number> = { created: 8, published: 11, updated: 15 }
/** Minimum age in minutes: keeps the order of today's events, and prevents future times. */
const minAge: Record<Moment, number> = { created: 190, published: 95, updated: 20 }

/**
 * This many days before `now`, in working hours (UTC), on Friday instead of a weekend; `salt` varies the minutes. For
 * the same number of days and salt, created comes before published and published before updated.
 */
export function demoDate(now: Date, days: number, moment: Moment, salt: string): Date {
  const date = new Date(now)
  date.setUTCDate(date.getUTCDate() - days)
  const minutes = [...salt].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 150, 7)
  date.setUTCHours(hourOf[moment], minutes, (minutes * 7) % 60, 0)
  const weekend = [2, 0, 0, 0, 0, 0, 1][date.getUTCDay()] ?? 0
  date.setUTCDate(date.getUTCDate() - weekend)
  return new Date(Math.min(date.getTime(), now.getTime() - minAge[moment] * 60_000))
}
