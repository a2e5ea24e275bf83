import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { SearchCategory, SearchResult } from '@knowreel/shared/search/search.calls.ts'
import { isEmptyQuery } from '@knowreel/shared/search/search-query.ts'
import { api } from '../platform/api/api.ts'
import { nextPage, type FoundResults, type PageRequest } from './results/result-pages.ts'

export const searchQuery = (typed: string, onlyCategory?: SearchCategory) =>
  infiniteQueryOptions({
    queryKey: ['search', 'results', typed, onlyCategory ?? 'all'],
    queryFn: ({ pageParam, signal }): Promise<FoundResults> =>
      api.search.global(
        {
          params: { q: typed },
          query: { category: pageParam?.category ?? onlyCategory ?? 'all', page: pageParam?.page ?? 1, skip: 0 },
        },
        { signal },
      ),
    initialPageParam: null as PageRequest,
    getNextPageParam: (_last, pages, _lastRequest, requests) => nextPage(pages, requests),
    enabled: !isEmptyQuery(typed),
    // A right may have been revoked since.
    staleTime: 0,
    gcTime: 60_000,
    meta: { isErrorShown: true },
  })

export const historyQuery = queryOptions({
  queryKey: ['search', 'history'],
  queryFn: ({ signal }) => api.search.history({}, { signal }),
  meta: { isErrorShown: true },
})

/** Remembers what is opened. Not awaited; failures are ignored. */
export function useRemember(): (question: SearchResult) => void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (question: SearchResult) => {
      const known = queryClient.getQueryData(historyQuery.queryKey)?.history
      const isKnown = known?.questions.some(({ id }) => id === question.id)
      return known && isKnown
        ? api.search.moveUpInHistory({ params: { id: known._id }, body: { question } }, { keepalive: true })
        : api.search.addToHistory({ body: { question } }, { keepalive: true })
    },
    onSuccess: (history) => queryClient.setQueryData(historyQuery.queryKey, history),
    meta: { isErrorShown: true },
  })
  return mutate
}
