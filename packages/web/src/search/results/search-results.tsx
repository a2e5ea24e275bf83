import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { maxResultsPerCategory } from '@knowreel/shared/search/search-query.ts'
import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'
import { usePreviews } from '../../article/index.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import { hasPoster, optionId, ResultRow } from './result-row.tsx'
import type { Search } from '../use-search.ts'
import * as texts from '../texts.ts'
import styles from './results.module.css'

/** The next page is requested when the end of the list is this near, in px. */
const loadDistance = 250

type SearchResultsProps = {
  id: string
  search: Search
  activeId: string | null
  onActivate: (id: string) => void
  onOpen: (result: SearchResult, event: MouseEvent | KeyboardEvent) => void
}

/** In a list that is always there, followed by what became of the search. */
export function SearchResults({ id, search, activeId, onActivate, onOpen }: SearchResultsProps) {
  const { groups, isHistory } = search
  const end = useLoadMore(search)
  const previews = usePreviews(
    groups.flatMap(({ results }) => results.filter(hasPoster).map(({ articleId }) => articleId ?? '')),
  )
  const posterOf = (result: SearchResult) =>
    hasPoster(result) ? (previews.of.get(result.articleId ?? '')?.posterUrl ?? null) : undefined
  return (
    <div className={styles.scroll}>
      <div id={id} role="listbox" aria-label={isHistory ? texts.recentlyAsked : texts.results}>
        {groups.map(({ title, category, results }) => (
          <div key={category} role="group" aria-label={title}>
            <div className={styles.category} aria-hidden>
              {title}
            </div>
            {results.map((result) => (
              <ResultRow
                key={result.id}
                id={optionId(id, result)}
                result={result}
                query={search.query}
                posterUrl={posterOf(result)}
                isActive={result.id === activeId}
                onActivate={() => onActivate(result.id)}
                onOpen={onOpen}
              />
            ))}
          </div>
        ))}
      </div>
      <div role="status">
        <ResultState search={search} />
      </div>
      {search.hasMore && (
        <div ref={end} className={styles.more} role="status">
          {texts.loadingMore}
        </div>
      )}
    </div>
  )
}

/** In a region that is announced. */
function ResultState({ search }: { search: Search }) {
  const { groups, isHistory, isEmpty, isPending, isOffline, isError, isComplete } = search
  if (isHistory)
    return isEmpty && !isPending && groups.length === 0 && <p className={styles.hint}>{texts.searchHint}</p>
  if (isOffline) return <EmptyState drawing="error" text={texts.youreOfflineResultsWillLoad} />
  if (isError)
    return <LoadError text={texts.searchCouldNotBeLoaded} onRetry={search.retry} isRetrying={search.isRetrying} />
  if (isPending && isEmpty)
    return (
      <>
        <span className="kr-sr">{texts.searching}</span>
        <ListSkeleton rows={4} height={44} />
      </>
    )
  if (isEmpty)
    return (
      <div className={styles.empty}>
        <p className="kr-medium">{texts.noResults}</p>
        <p className="kr-muted">{texts.noResultsHint}</p>
      </div>
    )
  const count = groups.reduce((sum, { results }) => sum + results.length, 0)
  const isCut = isComplete && groups.some(({ results }) => results.length >= maxResultsPerCategory)
  return (
    <>
      <span className="kr-sr">{texts.resultsFound(isComplete ? String(count) : `${count}+`)}</span>
      {isCut && <p className={styles.hint}>{texts.onlyTheFirstResults}</p>}
    </>
  )
}

function useLoadMore({ hasMore, loadMore }: Search) {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(loadMore)
  useEffect(() => {
    latest.current = loadMore
  })
  useEffect(() => {
    if (!hasMore || !end.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && latest.current(),
      { root: end.current.parentElement, rootMargin: `${loadDistance}px` },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  })
  return end
}
