import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { ArticleItemMenu, BusyOverlay, openCreateArticle } from '../article/index.ts'
import { LoadError } from '../ui/load-error.tsx'
import { PageMain } from '../ui/page-frame.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { PageSkeleton } from '../ui/skeleton.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import type { ItemMenu } from './article-panel.tsx'
import { ArticleSidebar } from './article-sidebar.tsx'
import { useLeaveWhenHidden } from './use-leave-when-hidden.ts'
import { WorkspaceOverview } from './workspace-overview.tsx'
import { NarrowWorkspace } from './narrow-workspace.tsx'
import { browseQuery } from './workspace.queries.ts'

const itemMenu: ItemMenu = (article, { browsed, startReorder }) => (
  <ArticleItemMenu article={article} browsed={browsed} onReorder={startReorder ?? undefined} />
)

const createArticleIn = ({ id }: Workspace) => openCreateArticle({ workspaceId: id })

/** A workspace without an open article, at its own address and at `/b/{workspace}/{slug}`. */
export function WorkspaceViewPage() {
  const params = useParams({ strict: false })
  const id = params.id ?? params.workspaceId ?? ''
  const browse = useQuery(browseQuery(id))
  const isLeaving = useLeaveWhenHidden(browse.error)
  const isNarrow = useNarrow()
  const workspace = browse.data?.workspace
  usePageTitle(workspace?.title)
  useRightAddress(workspace)

  if (isLeaving) return <PageMain>{null}</PageMain>
  const page = browse.data ? (
    isNarrow ? (
      <NarrowWorkspace
        key={browse.data.workspace.id}
        browsed={browse.data}
        reload={async () => (await browse.refetch({ throwOnError: true })).data ?? browse.data}
        onCreateArticle={createArticleIn}
        itemMenu={itemMenu}
      />
    ) : (
      <WorkspaceOverview browsed={browse.data} onCreateArticle={createArticleIn} />
    )
  ) : (
    <PageMain>
      {browse.isError ? (
        <LoadError
          text="The workspace could not be loaded."
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
      {!isNarrow && <ArticleSidebar workspaceId={id} onCreateArticle={createArticleIn} itemMenu={itemMenu} />}
      {page}
      <BusyOverlay />
    </>
  )
}

/** Puts a wrong slug or a long id in the address right; the history keeps one entry. */
function useRightAddress(workspace: Workspace | undefined): void {
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
