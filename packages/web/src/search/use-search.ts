import { useQuery } from '@tanstack/react-query'
import { emptyResult } from '@knowreel/shared/search/empty-result.ts'
import type { SearchCategory, SearchResult } from '@knowreel/shared/search/search.calls.ts'
import type { RecentArticle } from '../article/index.ts'
import { useHasCompanyAccess } from '../company/index.ts'
import { historyQuery } from './search.queries.ts'
import { useRecentArticles } from './use-recent-articles.ts'
import { useResults, type Results } from './use-results.ts'
import * as texts from './texts.ts'

/** Before something is typed. */
const maxAsked = 12
const maxAskedBesideResults = 3

export type Search = Results & {
  /** Nothing is typed: the groups are the articles opened last and what was opened from the search. */
  readonly isHistory: boolean
  /** What was opened or asked before, newest first. */
  readonly asked: readonly SearchResult[]
  /** Nothing matches, whatever was asked before. */
  readonly isEmpty: boolean
}

/** The results of what is typed, followed by what was asked before; without a query, what was opened last. */
export function useSearch(typed: string, onlyCategory: SearchCategory | null): Search {
  const isHistory = typed.trim() === ''
  const results = useResults(typed, onlyCategory)
  const history = useQuery({ ...historyQuery, enabled: useHasCompanyAccess() })
  const asked = history.data?.history.questions ?? []
  const recent = useRecentArticles()
  const shown = isHistory
    ? [{ title: texts.recent, category: 'article' as const, results: recent.map(recentResult), hasMore: false }]
    : results.groups.filter(({ category }) => onlyCategory === null || category === onlyCategory)
  const shownIds = new Set(shown.flatMap(({ results: rows }) => rows.map(({ id }) => id)))
  const askedBefore = {
    title: texts.recentlyAsked,
    category: 'none' as const,
    results: asked
      .filter(({ id, title }) => !shownIds.has(id) && isInTitle(typed, title))
      .slice(0, isHistory ? maxAsked : maxAskedBesideResults),
    hasMore: false,
  }
  // Behind the results, once they are complete.
  const isAskedShown = isHistory || (results.isComplete && onlyCategory === null)
  return {
    ...results,
    groups: [...shown, ...(isAskedShown ? [askedBefore] : [])].filter((group) => group.results.length > 0),
    isHistory,
    asked,
    isEmpty: shown.every((group) => group.results.length === 0),
    isPending: isHistory ? history.isPending : results.isPending,
  }
}

/** The text is matched literally. */
const isInTitle = (typed: string, title: string): boolean => title.toLowerCase().includes(typed.trim().toLowerCase())

/** An article that was opened before, as the search would find it. */
const recentResult = ({ id, title, shortId, slug, duration, workspace }: RecentArticle): SearchResult => ({
  ...emptyResult,
  id: `article:${id}`,
  category: 'article',
  title,
  workspace,
  parentWorkspace: workspace,
  articleId: id,
  shortId,
  slug,
  articleTitle: title,
  duration,
})
