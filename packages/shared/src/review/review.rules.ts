/** When an article is to be checked again, and what that means today. Dates are days without a time. Pure. */
export const reviewIntervals = [1, 3, 6, 12] as const
export type ReviewInterval = (typeof reviewIntervals)[number]

export type Day = string

export const dayOf = (time: Date): Day => time.toISOString().slice(0, 10)

/** The same day of a later month, or its last day. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const lastDate = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return dayOf(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(date, lastDate))))
}

/** `due` from the day of the review on; `confirmed` if somebody has said since the last change that it is true. */
export type ReviewState = 'due' | 'confirmed' | 'open'

/** The review states of the articles that an answer is based on. */
export type ReviewSummary = { readonly state: ReviewState; readonly reviewAt: Day; readonly confirmedAt: string | null }

type Reviewed = { readonly reviewAt: Day; readonly confirmedAt: string | null; readonly changedAt: string }

export function reviewState({ reviewAt, confirmedAt, changedAt }: Reviewed, today: Day): ReviewState {
  if (reviewAt <= today) return 'due'
  return confirmedAt !== null && confirmedAt >= changedAt ? 'confirmed' : 'open'
}
