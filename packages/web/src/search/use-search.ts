import { useMemo } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { parseSearchQuery, type SearchQuery } from '@knowreel/shared/search/search-query.ts'
import type { SearchCategory, SearchResult } from '@knowreel/shared/search/search.calls.ts'
import { useMe } from '../user/index.ts'
import { categoryOrder, pageSize } from './result-pages.ts'
import { historyQuery, searchQuery } from './search.queries.ts'

const debounceMs = 500

export type ResultGroup = {
  readonly category: SearchCategory
  readonly results: readonly SearchResult[]
  /** The server has further ones. */
  readonly hasMore: boolean
}

export type Search = {
  readonly query: SearchQuery
  readonly groups: readonly ResultGroup[]
  /** Nothing is typed: the groups are what was opened before. */
  readonly isHistory: boolean
  /** What was opened or asked before, newest first. */
  readonly asked: readonly SearchResult[]
  readonly isPending: boolean
  readonly isError: boolean
  readonly hasMore: boolean
  readonly loadMore: () => void
  readonly retry: () => void
}

/** The results of what is typed, half a second after the last letter; the former ones stay until then. */
export function useSearch(typed: string, onlyCategory: SearchCategory | null): Search {
  const [settled] = useDebouncedValue(typed.trim(), debounceMs)
  const isHistory = typed.trim() === ''
  // Before that there is nothing to find.
  const hasCompany = Boolean(useMe()?.user.company)
  const found = useInfiniteQuery({
    ...searchQuery(isHistory || !hasCompany ? '' : settled),
    placeholderData: keepPreviousData,
  })
  const history = useQuery({ ...historyQuery, enabled: hasCompany })
  const query = useMemo(() => parseSearchQuery(isHistory ? '' : settled), [settled, isHistory])
  const all = useMemo(
    () =>
      categoryOrder.flatMap((category): ResultGroup[] => {
        const results = unique((found.data?.pages ?? []).flatMap((page) => page[category] ?? []))
        return results.length === 0 ? [] : [{ category, results, hasMore: results.length % pageSize === 0 }]
      }),
    [found.data],
  )
  const asked = history.data?.history.questions ?? []
  const groups = isHistory
    ? [{ category: 'none' as const, results: asked.slice(0, 12), hasMore: false }].filter(
        ({ results }) => results.length > 0,
      )
    : all.filter(({ category }) => onlyCategory === null || category === onlyCategory)
  const isWaiting = !isHistory && (settled !== typed.trim() || found.isPlaceholderData)
  return {
    query,
    groups,
    isHistory,
    asked,
    isPending: isHistory ? history.isPending : found.isPending || (isWaiting && all.length === 0),
    isError: !isHistory && found.isError,
    hasMore: !isHistory && found.hasNextPage && !found.isPlaceholderData,
    loadMore: () => void (found.isFetching || found.fetchNextPage()),
    retry: () => void found.refetch(),
  }
}

/** Between two requests, a result may move to the next page. */
function unique(results: readonly SearchResult[]): SearchResult[] {
  return [...new Map(results.map((result) => [result.id, result])).values()]
}
