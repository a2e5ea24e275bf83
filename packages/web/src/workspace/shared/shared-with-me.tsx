import { useId } from 'react'
import { useMutation, useQuery, queryOptions } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '@mantine/core'
import type { ArticleSummary } from '@knowreel/shared/article/article.wire.ts'
import { useSharers } from '../../notification/index.ts'
import { api } from '../../platform/api/api.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { AfterDelay, Skeleton } from '../../ui/page/skeleton.tsx'
import { showWarning } from '../../ui/toast/toast.ts'
import * as texts from '../texts.ts'
import { ArticleIcon } from '../tree/tree-row-parts.tsx'
import styles from './shared-with-me.module.css'
import { workspaceKeys } from '../workspace-cache.ts'

type SharedWithMeProps = {
  /** The personal workspace. */
  workspaceId: string
  /** Below the tree, where space is limited: one line each, and nothing if the list is empty. */
  isNarrow?: boolean
}

/** Articles that others have shared with me by name. Each opens by its private link. */
export function SharedWithMe({ workspaceId, isNarrow = false }: SharedWithMeProps) {
  const headingId = useId()
  const { data, isError, isFetching, refetch } = useQuery(sharedWithMeQuery(workspaceId))
  if (isNarrow && (!data || data.articles.length === 0)) return null
  // In the sidebar it would duplicate the landmark of the page.
  const Container = isNarrow ? 'div' : 'section'
  return (
    <Container
      className={styles.section}
      data-narrow={isNarrow || undefined}
      aria-labelledby={isNarrow ? undefined : headingId}
    >
      <h2 id={headingId} className={styles.heading}>
        {texts.sharedWithMe}{' '}
        {data && data.articles.length > 0 && (
          <span className={styles.count}>
            {data.articles.length}
            {data.isTruncated && '+'}
          </span>
        )}
      </h2>
      {data ? (
        <SharedArticleList shared={data} isNarrow={isNarrow} />
      ) : isError ? (
        <p className={styles.note}>
          {texts.articlesSharedWithYouCould}{' '}
          <Button variant="subtle" size="compact-sm" loading={isFetching} onClick={() => void refetch()}>
            {texts.tryAgain}
          </Button>
        </p>
      ) : (
        <AfterDelay>
          <div role="status" aria-label={texts.loadingSharedArticles} className={styles.waiting}>
            <Skeleton height={32} />
            <Skeleton height={32} />
          </div>
        </AfterDelay>
      )}
    </Container>
  )
}

function SharedArticleList({ shared: { articles }, isNarrow }: { shared: SharedArticles; isNarrow: boolean }) {
  const sharers = useSharers()
  const { mutate, isPending, variables } = useOpenShared()
  if (articles.length === 0) return <p className={styles.note}>{texts.articlesSharedWithYouAppear}</p>
  return (
    <ul className={styles.list}>
      {articles.map((article) => (
        <li key={article.id}>
          <button
            type="button"
            className={styles.row}
            aria-busy={(isPending && variables === article.id) || undefined}
            onClick={() => mutate(article.id)}
          >
            <ArticleIcon article={article} />
            <span className={styles.words}>
              <span className="kr-trunc" title={article.title}>
                {article.title || texts.untitled}
              </span>
              {!isNarrow && <span className={styles.who}>{sharerText(article, sharers.get(article.id))}</span>}
            </span>
            {!isNarrow && <RelativeTime className={styles.time} time={article.updatedAt} />}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** For an old share only the author is known. */
const sharerText = (article: ArticleSummary, sharer: string | undefined): string =>
  sharer === undefined ? texts.byAuthorName(article.author?.name ?? texts.unknownAuthor) : texts.sharedBySharer(sharer)

/** The private link of an article is fetched when it is opened. */
function useOpenShared() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (articleId: string) => api.share.token({ params: { id: articleId }, query: { isPrivate: '1' } }),
    onSuccess: ({ token }) => {
      if (token === null) return showWarning(texts.articlesIsNotShared)
      void navigate({ to: '/b/shared/$sharedToken/private', params: { sharedToken: token } })
    },
  })
}

type SharedArticles = { readonly articles: readonly ArticleSummary[]; readonly isTruncated: boolean }

/** Articles of the company that are shared with me by name; listed with the personal workspace. */
const sharedWithMeQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...workspaceKeys.all, 'shared', workspaceId],
    queryFn: async ({ signal }): Promise<SharedArticles> => {
      const request = { params: { id: workspaceId }, query: { withSharing: '1' } } as const
      const { sharedArticles, isTruncated = false } = await api.workspace.articles(request, { signal })
      return { articles: sharedArticles, isTruncated }
    },
    meta: { isErrorShown: true },
  })
