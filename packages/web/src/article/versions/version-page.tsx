import { lazy, Suspense, useCallback, useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { PageMain } from '../../ui/page/page-frame.tsx'
import { usePageTitle } from '../../ui/page/page-title.ts'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import { ArticleSidebar, browseQuery, type ItemMenu } from '../../workspace/index.ts'
import { useMe } from '../../user/index.ts'
import { ArticleItemMenu, VersionPanel } from '../article.parts.ts'
import { ArticleSkeleton } from '../article-states.tsx'
import { articleQuery } from '../article.queries.ts'
import { BusyOverlay } from '../busy-overlay.tsx'
import { openCreateArticle } from '../article.dialogs.ts'
import * as texts from './texts.ts'
import { useRedirectToEditing } from './use-redirect-to-editing.ts'
import { useVersionActions } from './use-version-actions.ts'
import { VersionBar } from './version-bar.tsx'
import { VersionFooter } from './version-footer.tsx'
import { closeVersions, showVersions, useVersionsShown } from './version-panel-state.ts'
import type { VersionSearch } from './version-search.ts'
import { VersionView } from './version-view.tsx'
import { versionQuery, type VersionedArticle } from './version.queries.ts'

const VersionComparison = lazy(() =>
  import('./compare/version-comparison.tsx').then((module) => ({ default: module.VersionComparison })),
)

const SuperAdminVersion = lazy(() =>
  import('./super-admin-version.tsx').then((module) => ({ default: module.SuperAdminVersion })),
)

/** `/article/{id}/v/{version}/edit`: a saved version to view, compare, restore or delete; read-only. */
export function VersionPage() {
  const { id = '', version = '' } = useParams({ strict: false })
  const { data: article, error } = useQuery(articleQuery(id))
  const isUnseen = error instanceof ApiError && error.status === 404
  const isForSuperAdmin = useMe()?.user.isSuperAdmin === true && isUnseen
  useRedirectToEditing(id, isForSuperAdmin ? null : error)
  const { workspace } = article ?? {}
  if (isForSuperAdmin) {
    return (
      <Suspense fallback={null}>
        <SuperAdminVersion articleId={id} number={Number(version)} />
      </Suspense>
    )
  }
  if (!article || !workspace) {
    return (
      <PageMain tone="paper">
        <ArticleSkeleton label={texts.loadingArticleVersion} />
      </PageMain>
    )
  }
  return (
    <VersionContent
      article={article}
      versioned={{ id: article.id, workspaceId: workspace.id }}
      number={Number(version)}
    />
  )
}

type VersionContentProps = { article: Article; versioned: VersionedArticle; number: number }

function VersionContent({ article, versioned, number }: VersionContentProps) {
  const { data, error } = useQuery(versionQuery(versioned, number))
  const { data: browsed } = useQuery(browseQuery(versioned.workspaceId))
  const { compare }: VersionSearch = useSearch({ strict: false })
  const isNarrow = useNarrow()
  const queryClient = useQueryClient()
  const arePanelsShown = useVersionsShown(article.id)
  const actions = useVersionActions({ ...article, ...versioned })
  useRedirectToEditing(article.shortId, error)
  usePageTitle(data && texts.articleTitleVersion(data.article.title || texts.untitled))
  // The list of versions is beside each version; on narrow screens it would cover it.
  useEffect(() => {
    if (!isNarrow) showVersions(article.id)
  }, [isNarrow, article.id])

  const renewVideos = () =>
    queryClient.fetchQuery({ ...versionQuery(versioned, number), staleTime: 0 }).then(({ article: renewed }) => renewed)

  const itemMenu: ItemMenu = useCallback(
    (entry, { startReorder }) =>
      browsed && (
        <ArticleItemMenu article={entry} browsed={browsed} openId={article.id} onReorder={startReorder ?? undefined} />
      ),
    [browsed, article.id],
  )

  return (
    <>
      <ArticleSidebar
        workspaceId={versioned.workspaceId}
        articleId={article.id}
        onCreateArticle={(workspace) => openCreateArticle({ workspaceId: workspace.id })}
        itemMenu={itemMenu}
      />
      <PageMain tone="paper">
        {data ? (
          <>
            <VersionBar article={article} versioned={versioned} version={data.version} onClose={actions.close} />
            {compare === undefined ? (
              <VersionView content={data.article} renewVideos={renewVideos} />
            ) : (
              <Suspense fallback={<ArticleSkeleton label={texts.comparingVersions} />}>
                <VersionComparison article={article} versioned={versioned} shown={data} compare={compare} />
              </Suspense>
            )}
            <VersionFooter
              version={data.version}
              {...(article.abilities.editArticles &&
                !article.isArchived && {
                  onRestore: () => void actions.restore(data.article, data.version),
                  onRemove: () => void actions.remove(data.version),
                })}
            />
          </>
        ) : (
          <ArticleSkeleton label={texts.loadingArticleVersion} />
        )}
      </PageMain>
      {arePanelsShown && (
        <VersionPanel
          article={article}
          shownVersion={number}
          onShowCurrent={() => void actions.close()}
          onClose={closeVersions}
        />
      )}
      <BusyOverlay />
    </>
  )
}
