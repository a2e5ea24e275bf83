import { useEffect, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { ArticleMode } from '@knowreel/shared/article/article-mode.rules.ts'
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { LoadError } from '../../ui/page/load-error.tsx'
import { PageMain } from '../../ui/page/page-frame.tsx'
import { usePageTitle } from '../../ui/page/page-title.ts'
import { PageSkeleton } from '../../ui/page/skeleton.tsx'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import type { ItemMenu } from '../sidebar/article-panel.tsx'
import { ArticleSidebar } from '../sidebar/article-sidebar.tsx'
import * as texts from '../texts.ts'
import { articleToOpen, firstByMode } from './article-to-open.ts'
import { getLastArticle } from './last-article.ts'
import { useRedirectIfHidden } from './use-redirect-if-hidden.ts'
import { WorkspaceOverview } from './workspace-overview.tsx'
import { NarrowWorkspace } from './narrow-workspace.tsx'
import { articlePath, articleRouteParams } from '../tree/article-route.ts'
import { browseQuery, type BrowsedWorkspace } from '../workspace.queries.ts'

type ModeTarget = {
  to: typeof articlePath
  params: Omit<ReturnType<typeof articleRouteParams>, 'part'> & { part: ArticleMode }
}

/** The elements that the article pages provide to the workspace page. */
type WorkspaceViewPageProps = {
  itemMenu: ItemMenu
  onCreateArticle: (workspace: Workspace) => void
  /** Links to the first article with a recording and the first with notes. */
  modeLinks: (targets: Record<ArticleMode, ModeTarget | undefined>) => ReactNode
}

/**
 * A workspace whose URL names no article. `/b/{workspace}/{slug}` continues to the last opened article, or to the
 * first; `/workspace/{id}` shows an overview. On narrow screens, and without articles, both are the same page.
 */
export function WorkspaceViewPage({ itemMenu, onCreateArticle, modeLinks }: WorkspaceViewPageProps) {
  const params = useParams({ strict: false })
  const id = params.id ?? params.workspaceId ?? ''
  const browse = useQuery(browseQuery(id))
  const isLeaving = useRedirectIfHidden(browse.error)
  const isNarrow = useNarrow()
  const workspace = browse.data?.workspace
  usePageTitle(workspace?.title)
  useCanonicalUrl(workspace)
  const isGoingOn = useRedirectToArticle(isNarrow ? undefined : browse.data)

  if (isLeaving) return <PageMain>{null}</PageMain>
  const page =
    browse.data && !isGoingOn ? (
      isNarrow ? (
        <NarrowWorkspace
          key={browse.data.workspace.id}
          browsed={browse.data}
          reload={async () => (await browse.refetch({ throwOnError: true })).data ?? browse.data}
          onCreateArticle={onCreateArticle}
          itemMenu={itemMenu}
        />
      ) : (
        <WorkspaceOverview
          browsed={browse.data}
          onCreateArticle={onCreateArticle}
          modes={modeLinks(modeTargets(browse.data))}
        />
      )
    ) : (
      <PageMain>
        {browse.isError ? (
          <LoadError
            text={texts.theWorkspaceCouldNotBe}
            onRetry={() => void browse.refetch()}
            isRetrying={browse.isFetching}
          />
        ) : (
          <PageSkeleton />
        )}
      </PageMain>
    )
  return (
    <>
      {!isNarrow && <ArticleSidebar workspaceId={id} onCreateArticle={onCreateArticle} itemMenu={itemMenu} />}
      {page}
    </>
  )
}

/** Redirects to an article if the URL is the reading one; true while it does. */
function useRedirectToArticle(browsed: BrowsedWorkspace | undefined): boolean {
  const { workspaceId } = useParams({ strict: false })
  const navigate = useNavigate()
  const isReading = workspaceId !== undefined
  const workspace = browsed?.workspace
  const article = isReading && browsed ? articleToOpen(browsed, getLastArticle(browsed.workspace.id)) : undefined
  useEffect(() => {
    if (workspace && article)
      void navigate({ to: articlePath, params: articleRouteParams(workspace, article), replace: true })
  }, [workspace, article, navigate])
  return article !== undefined
}

function modeTargets(browsed: BrowsedWorkspace): Record<ArticleMode, ModeTarget | undefined> {
  const { video, notes } = firstByMode(browsed)
  const targetOf = (article: ArticleTreeEntry | undefined, part: ArticleMode): ModeTarget | undefined =>
    article && { to: articlePath, params: { ...articleRouteParams(browsed.workspace, article), part } }
  return { video: targetOf(video, 'video'), notes: targetOf(notes, 'notes') }
}

/** Corrects a wrong slug or a long id in the URL; the history keeps one entry. */
function useCanonicalUrl(workspace: Workspace | undefined): void {
  const { id, workspaceId, workspaceSlug } = useParams({ strict: false })
  const navigate = useNavigate()
  const shortId = workspace?.shortId
  const slug = workspace?.slug
  useEffect(() => {
    if (shortId === undefined || slug === undefined) return
    if (id !== undefined) {
      if (id !== shortId) void navigate({ to: '/workspace/$id', params: { id: shortId }, replace: true })
    } else if (workspaceId !== shortId || workspaceSlug !== slug) {
      void navigate({
        to: '/b/$workspaceId/{-$workspaceSlug}',
        params: { workspaceId: shortId, workspaceSlug: slug },
        replace: true,
      })
    }
  }, [id, workspaceId, workspaceSlug, shortId, slug, navigate])
}
