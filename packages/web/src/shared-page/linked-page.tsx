import { useCallback, type ComponentType } from 'react'
import { StandaloneArticle, ArticleSkeleton, type StandaloneArticleProps } from '../article/index.ts'
import { lazyComponent } from '../ui/lazy-components.tsx'
import { PageMain } from '../ui/page/page-frame.tsx'
import { usePageTitle } from '../ui/page/page-title.ts'
import { copySharedParagraph, sharedLinkTarget, type OpenedLink, type SharedSearch } from '../share/index.ts'
import { SharedArticles, SharedArticlesButton } from './shared-articles.tsx'
import { SharedFrame } from './shared-frame.tsx'
import { SharedLoadError } from './shared-load-error.tsx'
import { isLocked, isNotFound } from './shared-page.queries.ts'
import * as texts from './texts.ts'
import { useSharedArticle, type LinkToLocation } from './use-shared-article.ts'
import styles from './shared-page.module.css'

const LinkPassword = lazyComponent(
  () => import('./link-password.tsx').then((module) => module.LinkPassword),
  <ArticleSkeleton />,
)
const SharedNotFound = lazyComponent(
  () => import('./shared-not-found.tsx').then((module) => module.SharedNotFound),
  <ArticleSkeleton />,
)

/** The parts for people who may also comment on the article. */
export type DiscussionComponents = {
  Reading: ComponentType<StandaloneArticleProps>
  Button: ComponentType<Pick<StandaloneArticleProps, 'article'>>
  /** Beside the article. */
  Side: ComponentType<StandaloneArticleProps>
}

type LinkedPageProps = { link: OpenedLink; search: SharedSearch; discussion?: DiscussionComponents }

/** An article opened by a link, without the shell and without its workspace. */
export function LinkedPage({ link, search, discussion }: LinkedPageProps) {
  const Reading = discussion?.Reading ?? StandaloneArticle
  const locationOf = useCallback<LinkToLocation>((to) => ({ ...sharedLinkTarget(link), search: to }), [link])
  const { root, shown, reading, error, retry, isRetrying } = useSharedArticle(link, search, locationOf)
  usePageTitle(reading && (reading.article.title || texts.untitled))

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
      actions={reading && discussion && <discussion.Button article={reading.article} />}
      tools={list && <SharedArticlesButton>{list}</SharedArticlesButton>}
    >
      {list && <div className={styles.side}>{list}</div>}
      <PageMain tone="paper">
        {reading ? (
          <Reading
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
      {reading && discussion && <discussion.Side {...reading} />}
    </SharedFrame>
  )
}
