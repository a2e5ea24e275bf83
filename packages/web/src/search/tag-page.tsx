import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Button } from '@mantine/core'
import { IconFileText, IconVideo } from '@tabler/icons-react'
import { formatFilter } from '@knowreel/shared/search/search-query.ts'
import { Emoji } from '../ui/emoji.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { LoadError } from '../ui/page/load-error.tsx'
import { PageMain } from '../ui/page/page-frame.tsx'
import { usePageTitle } from '../ui/page/page-title.ts'
import { ListSkeleton } from '../ui/page/list-skeleton.tsx'
import { formatDate } from '../ui/time-format.ts'
import { useOnline } from '../ui/use-online.ts'
import { uniqueResults } from './results/result-pages.ts'
import { resultUrl } from './results/result-url.ts'
import { pathOf } from './results/result-row.tsx'
import { searchQuery } from './search.queries.ts'
import * as texts from './texts.ts'
import styles from './tag-page.module.css'

const route = getRouteApi('/shell/members/tags/$tag')

/** The articles with one tag, newest first. */
export function TagPage() {
  const { tag } = route.useParams()
  usePageTitle(texts.tagged(tag))
  const found = useInfiniteQuery(searchQuery(formatFilter('tag', tag), 'article'))
  const results = uniqueResults(found.data?.pages.flatMap((page) => page.article ?? []) ?? [])
  return (
    <PageMain>
      <div className={styles.page}>
        <h1 className="kr-title">{texts.tagged(tag)}</h1>
        <ul className={styles.list}>
          {results.map((result) => {
            const Icon = result.duration > 0 ? IconVideo : IconFileText
            return (
              <li key={result.id}>
                <Link to={resultUrl(result) ?? '/'} className={styles.row}>
                  <Emoji icon={result.icon}>
                    <Icon />
                  </Emoji>
                  <span className="kr-medium kr-trunc kr-grow">{result.title || texts.untitled}</span>
                  <span className="kr-second kr-muted kr-trunc">{pathOf(result)}</span>
                  {result.updatedAt && <span className="kr-second kr-muted">{formatDate(result.updatedAt)}</span>}
                </Link>
              </li>
            )
          })}
        </ul>
        <div role="status">
          <TagState found={found} count={results.length} />
        </div>
        {found.hasNextPage && !found.isError && (
          <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {texts.showMore}
          </Button>
        )}
      </div>
    </PageMain>
  )
}

/** In a region that is announced. */
function TagState({ found, count }: { found: UseInfiniteQueryResult; count: number }) {
  const isOnline = useOnline()
  if (!isOnline && (found.isPending || found.isError || found.isFetchingNextPage))
    return <EmptyState drawing="error" text={texts.youreOfflineResultsWillLoad} />
  if (found.isError) {
    const retry = () => void (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch())
    return <LoadError text={texts.searchCouldNotBeLoaded} onRetry={retry} isRetrying={found.isFetching} />
  }
  if (found.isPending) return <ListSkeleton rows={5} height={44} />
  if (count === 0) return <EmptyState drawing="noMatch" text={texts.taggedArticlesAppear} />
  return <span className="kr-sr">{texts.articlesShown(found.hasNextPage ? `${count}+` : String(count))}</span>
}
