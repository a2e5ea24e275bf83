/** What the list of drafts shows, as it stands in its address. */
import type { ArticleSummary } from '@knowreel/shared/article/article.wire.ts'
import { draftsPerPage } from '@knowreel/shared/article/article.rules.ts'

export const draftTypes = ['video', 'notes', 'both'] as const
export type DraftType = (typeof draftTypes)[number]

/** Without a type all are shown; without a page the first. */
export type DraftListSearch = { type?: DraftType; page?: number }

export function readDraftListSearch(search: Record<string, unknown>): DraftListSearch {
  const page = Number(search.page)
  return {
    type: draftTypes.find((type) => type === search.type),
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
  }
}

export const pagesOf = (count: number): number => Math.max(1, Math.ceil(count / draftsPerPage))

/** '21–40 of 45'. */
export function rangeText(page: number, count: number): string {
  const first = (page - 1) * draftsPerPage + 1
  return `${first}–${Math.min(count, page * draftsPerPage)} of ${count}`
}

export type DraftKind = 'Video' | 'Notes' | 'Video and notes'

export function draftKind({ duration, isHasText }: Pick<ArticleSummary, 'duration' | 'isHasText'>): DraftKind {
  if (duration === 0) return 'Notes'
  return isHasText ? 'Video and notes' : 'Video'
}

/** Stands where a draft has no workspace yet. */
export const noWorkspace = 'Drafts'
