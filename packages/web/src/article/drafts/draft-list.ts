/** The parameters of the drafts list, as they appear in its URL. */
import type { ArticleSummary } from '@knowreel/shared/article/article.wire.ts'
import { parsePage } from '../../ui/list/page-range.ts'

export const draftTypes = ['video', 'notes', 'both'] as const
export type DraftType = (typeof draftTypes)[number]

/** Without a type all are shown; without a page the first. */
export type DraftListSearch = { type?: DraftType; page?: number }

export function readDraftListSearch(search: Record<string, unknown>): DraftListSearch {
  return {
    type: draftTypes.find((type) => type === search.type),
    page: parsePage(search.page),
  }
}

export type DraftKind = 'Video' | 'Notes' | 'Video and notes'

type DraftContents = Pick<ArticleSummary, 'duration' | 'isHasText' | 'isNotUploadedVideo'>

export function draftKind({ duration, isHasText, isNotUploadedVideo }: DraftContents): DraftKind {
  if (duration === 0 && !isNotUploadedVideo) return 'Notes'
  return isHasText ? 'Video and notes' : 'Video'
}
