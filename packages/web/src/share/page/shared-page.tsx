import { useCallback, useMemo } from 'react'
import { useParams, useSearch } from '@tanstack/react-router'
import { ArticleReading, ArticleSkeleton } from '../../article/index.ts'
import { PageMain } from '../../ui/page-frame.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { copySharedParagraph } from '../copy-shared-link.ts'
import { sharedParams, sharedRoute, type OpenedLink, type SharedSearch } from '../shared-address.ts'
import { LinkPassword } from './link-password.tsx'
import { SharedArticles, SharedArticlesButton } from './shared-articles.tsx'
import { SharedFrame } from './shared-frame.tsx'
import { SharedLoadError } from './shared-load-error.tsx'
import { SharedNotFound } from './shared-not-found.tsx'
import { isLocked, isNotFound } from './shared-page.queries.ts'
import { useNoIndex } from './use-no-index.ts'
import { useSharedArticle, type PlaceOf } from './use-shared-article.ts'
import styles from './shared-page.module.css'

/** An article behind a link, for whoever has it. Nothing of the product is around it, and nothing of its workspace. */
export function SharedPage() {
  const { sharedToken: token = '', accessType } = useParams({ strict: false })
  const search: SharedSearch = useSearch({ strict: false })
  const isPrivate = accessType === 'private'
  const link = useMemo(() => ({ token, isPrivate }), [token, isPrivate])
  useNoIndex()
  // Another link is another page.
  return <LinkedPage key={`${token}:${isPrivate}`} link={link} search={search} />
}

function LinkedPage({ link, search }: { link: OpenedLink; search: SharedSearch }) {
  const placeOf = useCallback<PlaceOf>((to) => ({ to: sharedRoute, params: sharedParams(link), search: to }), [link])
  const { root, shown, reading, error, retry, isRetrying } = useSharedArticle(link, search, placeOf)
  usePageTitle(reading && (reading.article.title || 'Untitled'))

  if (isLocked(error)) return <LinkPassword link={link} />
  if (isNotFound(error)) return <SharedNotFound isPrivate={link.isPrivate} />
  const list = root && root.children.length > 0 && (
    <SharedArticles page={root} link={link} openId={shown?.article.id ?? null} />
  )
  return (
    <SharedFrame
      company={root?.company}
      link={link}
      search={search}
      workspacePath={shown?.workspacePath ?? null}
      tools={list && <SharedArticlesButton>{list}</SharedArticlesButton>}
    >
      {list && <div className={styles.side}>{list}</div>}
      <PageMain tone="paper">
        {reading ? (
          <ArticleReading
            key={reading.article.id}
            {...reading}
            onCopyParagraph={(at) => void copySharedParagraph(link, { article: search.article, at })}
          />
        ) : error ? (
          <SharedLoadError error={error} onRetry={retry} isRetrying={isRetrying} />
        ) : (
          <ArticleSkeleton />
        )}
      </PageMain>
    </SharedFrame>
  )
}
