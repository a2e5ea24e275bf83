import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'
import { usePreviews } from '../article/index.ts'
import { LoadError } from '../ui/page/load-error.tsx'
import { ListSkeleton } from '../ui/page/skeleton.tsx'
import { hasPoster, optionId, ResultRow } from './result-row.tsx'
import type { Search } from './use-search.ts'
import * as texts from './texts.ts'
import styles from './results.module.css'

/** The next page is requested when the end of the list is this near, in px. */
const loadDistance = 250

type SearchResultsProps = {
  id: string
  search: Search
  typed: string
  activeId: string | null
  onActivate: (id: string) => void
  onOpen: (result: SearchResult, event: MouseEvent | KeyboardEvent) => void
}

export function SearchResults({ id, search, typed, activeId, onActivate, onOpen }: SearchResultsProps) {
  const { groups, isHistory, isEmpty } = search
  const end = useLoadMore(search)
  const previews = usePreviews(
    groups.flatMap(({ results }) => results.filter(hasPoster).map(({ articleId }) => articleId ?? '')),
  )
  const posterOf = (result: SearchResult) =>
    hasPoster(result) ? (previews.of.get(result.articleId ?? '')?.posterUrl ?? null) : undefined
  return (
    <div className={styles.scroll}>
      <p className="kr-sr" role="status">
        {!isHistory && !search.isPending && !isEmpty && texts.resultsFound(countText(search))}
      </p>
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
      {search.isPending && isEmpty && !isHistory && <ListSkeleton rows={4} height={44} />}
      {search.isError && (
        <LoadError text={texts.searchCouldNotBeLoaded} onRetry={search.retry} isRetrying={search.isRetrying} />
      )}
      {isEmpty && !search.isPending && !search.isError && typed.trim() !== '' && (
        <div className={styles.empty}>
          <p className="kr-medium">{texts.noResults}</p>
          <p className="kr-muted">{texts.noResultsHint}</p>
        </div>
      )}
      {search.hasMore && (
        <div ref={end} className={styles.more} role="status">
          {texts.loadingMore}
        </div>
      )}
    </div>
  )
}

function countText({ groups, hasMore }: Search): string {
  const count = groups.reduce((sum, { results }) => sum + results.length, 0)
  return hasMore ? `${count}+` : String(count)
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
