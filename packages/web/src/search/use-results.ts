import { useMemo } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { isEmptyQuery, parseSearchQuery, type SearchQuery } from '@knowreel/shared/search/search-query.ts'
import type { SearchCategory, SearchResult } from '@knowreel/shared/search/search.calls.ts'
import { useHasCompanyAccess } from '../company/index.ts'
import { useOnline } from '../ui/use-online.ts'
import { categoryOrder, pageSize, uniqueResults } from './results/result-pages.ts'
import { searchQuery } from './search.queries.ts'
import * as texts from './texts.ts'

const debounceMs = 500

export type ResultGroup = {
  readonly title: string
  readonly category: SearchCategory
  readonly results: readonly SearchResult[]
  /** The server has further ones. */
  readonly hasMore: boolean
}

export type Results = {
  readonly query: SearchQuery
  readonly groups: readonly ResultGroup[]
  /** No results yet, neither of what is typed nor of what was typed before. */
  readonly isPending: boolean
  /** The results are not yet those of what is typed. */
  readonly isWaiting: boolean
  readonly isError: boolean
  /** Results are missing because the device is offline. */
  readonly isOffline: boolean
  readonly isRetrying: boolean
  /** The next page is to be requested when the end of the list is near. */
  readonly hasMore: boolean
  /** Nothing follows the results; false after a page that failed. */
  readonly isComplete: boolean
  readonly loadMore: () => void
  readonly retry: () => void
}

/**
 * The results of what is typed, half a second after the last letter; the former ones stay until then. One category is
 * requested alone, so that its further pages do not wait for those of the others.
 */
export function useResults(typed: string, onlyCategory: SearchCategory | null): Results {
  const [settled] = useDebouncedValue(typed.trim(), debounceMs)
  const isBlank = typed.trim() === ''
  /** Nothing is typed; a dot or two find nothing. */
  const findsNothing = isEmptyQuery(typed)
  const hasAccess = useHasCompanyAccess()
  const found = useInfiniteQuery({
    ...searchQuery(isBlank || !hasAccess ? '' : settled, onlyCategory ?? undefined),
    placeholderData: keepPreviousData,
  })
  const isOnline = useOnline()
  const query = useMemo(() => parseSearchQuery(isBlank ? '' : settled), [settled, isBlank])
  const groups = useMemo(
    () =>
      categoryOrder.flatMap((category): ResultGroup[] => {
        const pages = findsNothing ? [] : (found.data?.pages ?? [])
        const listed = pages.flatMap((page) => page[category] ?? [])
        if (listed.length === 0) return []
        const title = texts.categoryTitles[category]
        return [{ title, category, results: uniqueResults(listed), hasMore: listed.length % pageSize === 0 }]
      }),
    [found.data, findsNothing],
  )
  const isWaiting = !findsNothing && (settled !== typed.trim() || found.isPlaceholderData || found.isPending)
  const isPending = isWaiting && (found.isPending || groups.length === 0)
  const isError = !findsNothing && found.isError
  return {
    query,
    groups,
    isPending,
    isWaiting,
    isError,
    isOffline: !isOnline && (isWaiting || isError),
    isRetrying: found.isFetching,
    // A page that failed is requested again only by the person.
    hasMore: !findsNothing && found.hasNextPage && !found.isPlaceholderData && !found.isFetchNextPageError,
    isComplete: findsNothing || !(found.isPending || found.hasNextPage),
    loadMore: () => void (found.isFetching || found.fetchNextPage()),
    retry: () => void (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch()),
  }
}
