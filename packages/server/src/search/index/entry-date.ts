/** The date by which an entry is found and ranked. docs/decisions/0267-dates-of-entries.md */
import type { EntryKind } from '../search.tables.ts'

/** Dates of texts, paragraphs and tags are exact to this. */
export const datePrecisionMs = 10 * 60_000

export type SubjectDates = { readonly createdAt: Date; readonly changedAt: Date }

/**
 * Titles have the date of their article or workspace. Other entries have it rounded down, so that most saves leave them as
 * they are; but never to a time before the article was created, so that new articles are in their order.
 */
export function entryDate(kind: EntryKind, { createdAt, changedAt }: SubjectDates): Date {
  if (kind === 'article' || kind === 'draft' || kind === 'workspace') return changedAt
  const rounded = Math.floor(changedAt.getTime() / datePrecisionMs) * datePrecisionMs
  return new Date(Math.min(Math.max(rounded, createdAt.getTime()), changedAt.getTime()))
}
