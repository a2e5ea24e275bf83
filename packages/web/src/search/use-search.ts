import { useMemo } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { isEmptyQuery, parseSearchQuery, type SearchQuery } from '@knowreel/shared/search/search-query.ts'
import type { SearchCategory, SearchResult } from '@knowreel/shared/search/search.calls.ts'
import { readRecentArticles, usePreviews, type RecentArticle } from '../article/index.ts'
import { useHasCompanyAccess } from '../company/index.ts'
import { useMe } from '../user/index.ts'
import { categoryOrder, pageSize } from './result-pages.ts'
import { historyQuery, searchQuery } from './search.queries.ts'
import { emptyResult } from '@knowreel/shared/search/empty-result.ts'
import * as texts from './texts.ts'

const debounceMs = 500
/** Before something is typed. */
const maxRecent = 4
const maxAsked = 12
const maxAskedBesideResults = 3

export type ResultGroup = {
  readonly title: string
  readonly category: SearchCategory
  readonly results: readonly SearchResult[]
  /** The server has further ones. */
  readonly hasMore: boolean
}

export type Search = {
  readonly query: SearchQuery
  readonly groups: readonly ResultGroup[]
  /** Nothing is typed: the groups are the articles opened last and what was opened from the search. */
  readonly isHistory: boolean
  /** What was opened or asked before, newest first. */
  readonly asked: readonly SearchResult[]
  /** Nothing matches, whatever was asked before. */
  readonly isEmpty: boolean
  readonly isPending: boolean
  /** The results are not yet those of what is typed. */
  readonly isWaiting: boolean
  readonly isError: boolean
  readonly isRetrying: boolean
  readonly hasMore: boolean
  readonly loadMore: () => void
  readonly retry: () => void
}

/**
 * The results of what is typed, half a second after the last letter; the former ones stay until then. One category is
 * requested alone, so that its further pages do not wait for those of the others.
 */
export function useSearch(typed: string, onlyCategory: SearchCategory | null): Search {
  const [settled] = useDebouncedValue(typed.trim(), debounceMs)
  const isHistory = typed.trim() === ''
  /** A dot or two find nothing. */
  const findsNothing = !isHistory && isEmptyQuery(typed)
  const hasAccess = useHasCompanyAccess()
  const found = useInfiniteQuery({
    ...searchQuery(isHistory || !hasAccess ? '' : settled, onlyCategory ?? undefined),
    placeholderData: keepPreviousData,
  })
  const history = useQuery({ ...historyQuery, enabled: hasAccess })
  const query = useMemo(() => parseSearchQuery(isHistory ? '' : settled), [settled, isHistory])
  const all = useMemo(
    () =>
      categoryOrder.flatMap((category): ResultGroup[] => {
        const pages = findsNothing ? [] : (found.data?.pages ?? [])
        const results = unique(pages.flatMap((page) => page[category] ?? []))
        return results.length === 0
          ? []
          : [{ title: texts.categoryTitles[category], category, results, hasMore: results.length % pageSize === 0 }]
      }),
    [found.data, findsNothing],
  )
  const asked = history.data?.history.questions ?? []
  const recent = useRecentArticles()
  // A page that failed is requested again only by the person.
  const mayLoadMore = !found.isPlaceholderData && !found.isFetchNextPageError
  const hasMore = !isHistory && !findsNothing && found.hasNextPage && mayLoadMore
  const shown = isHistory
    ? [{ title: texts.recent, category: 'article' as const, results: recent.map(recentResult), hasMore: false }]
    : all.filter(({ category }) => onlyCategory === null || category === onlyCategory)
  const shownIds = new Set(shown.flatMap(({ results }) => results.map(({ id }) => id)))
  const askedBefore = {
    title: texts.recentlyAsked,
    category: 'none' as const,
    results: asked
      .filter(({ id, title }) => !shownIds.has(id) && isInTitle(typed, title))
      .slice(0, isHistory ? maxAsked : maxAskedBesideResults),
    hasMore: false,
  }
  // Behind the results, once they are complete.
  const isAskedShown = isHistory || (!hasMore && onlyCategory === null)
  const groups = [...shown, ...(isAskedShown ? [askedBefore] : [])].filter(({ results }) => results.length > 0)
  const isWaiting = !isHistory && !findsNothing && (settled !== typed.trim() || found.isPlaceholderData)
  return {
    query,
    groups,
    isHistory,
    asked,
    isEmpty: shown.every(({ results }) => results.length === 0),
    isPending: isHistory ? history.isPending : !findsNothing && (found.isPending || (isWaiting && all.length === 0)),
    isWaiting,
    isError: !isHistory && !findsNothing && found.isError,
    isRetrying: found.isFetching,
    hasMore,
    loadMore: () => void (found.isFetching || found.fetchNextPage()),
    retry: () => void (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch()),
  }
}

/** The text is matched literally. */
const isInTitle = (typed: string, title: string): boolean => title.toLowerCase().includes(typed.trim().toLowerCase())

/** The articles that were opened last in this browser, without those that the person no longer sees. */
export function useRecentArticles(): RecentArticle[] {
  const user = useMe()?.user
  const owner = user ? `${user.id}:${user.company?.id ?? ''}` : ''
  const recent = useMemo(() => (owner === '' ? [] : readRecentArticles(owner).slice(0, maxRecent)), [owner])
  const { missing } = usePreviews(recent.map(({ id }) => id))
  return recent.filter(({ id }) => !missing.has(id))
}

/** Between two requests, a result may move to the next page. */
function unique(results: readonly SearchResult[]): SearchResult[] {
  return [...new Map(results.map((result) => [result.id, result])).values()]
}

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
