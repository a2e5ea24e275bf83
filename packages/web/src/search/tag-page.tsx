import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Button } from '@mantine/core'
import { IconFileText, IconVideo } from '@tabler/icons-react'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { LoadError } from '../ui/page/load-error.tsx'
import { PageMain } from '../ui/page/page-frame.tsx'
import { usePageTitle } from '../ui/page/page-title.ts'
import { ListSkeleton } from '../ui/page/skeleton.tsx'
import { formatShortDate } from '../ui/time-format.ts'
import { resultUrl } from './result-url.ts'
import { pathOf } from './result-row.tsx'
import { searchQuery } from './search.queries.ts'
import * as texts from './texts.ts'
import styles from './tag-page.module.css'

const route = getRouteApi('/shell/members/tags/$tag')

/** The articles with one tag, newest first. */
export function TagPage() {
  const { tag } = route.useParams()
  usePageTitle(texts.tagged(tag))
  const found = useInfiniteQuery(searchQuery(`tag:"${tag.replaceAll('"', '')}"`, 'article'))
  const results = found.data?.pages.flatMap((page) => page.article ?? []) ?? []
  return (
    <PageMain>
      <div className={styles.page}>
        <h1 className="kr-title">{texts.tagged(tag)}</h1>
        {found.isPending && <ListSkeleton rows={5} height={44} />}
        {found.isError && (
          <LoadError
            text={texts.searchCouldNotBeLoaded}
            onRetry={() => void found.refetch()}
            isRetrying={found.isFetching}
          />
        )}
        {found.isSuccess && results.length === 0 && <EmptyState drawing="noMatch" text={texts.taggedArticlesAppear} />}
        <ul className={styles.list}>
          {results.map((result) => {
            const Icon = result.duration > 0 ? IconVideo : IconFileText
            return (
              <li key={result.id}>
                <Link to={resultUrl(result) ?? '/'} className={styles.row}>
                  <Icon />
                  <span className="kr-medium kr-trunc kr-grow">{result.title || texts.untitled}</span>
                  <span className="kr-second kr-muted kr-trunc">{pathOf(result)}</span>
                  {result.updatedAt && <span className="kr-second kr-muted">{formatShortDate(result.updatedAt)}</span>}
                </Link>
              </li>
            )
          })}
        </ul>
        {found.hasNextPage && (
          <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {texts.showMore}
          </Button>
        )}
      </div>
    </PageMain>
  )
}
