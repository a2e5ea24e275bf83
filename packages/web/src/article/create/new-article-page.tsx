import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ApiError } from '../../platform/api/api-error.ts'
import { PageMain } from '../../ui/page/page-frame.tsx'
import { usePageTitle } from '../../ui/page/page-title.ts'
import { LoadError } from '../../ui/page/load-error.tsx'
import { workspacesQuery } from '../../workspace/index.ts'
import { articleQuery } from '../article.queries.ts'
import { openCreateArticle } from '../article.dialogs.ts'
import * as texts from '../texts.ts'

/** `/article/new/{id?}` opens the creation dialog over home. The id is that of the parent article or of a workspace. */
export function NewArticlePage() {
  const { id } = useParams({ strict: false })
  const navigate = useNavigate()
  usePageTitle(texts.createAnArticle)
  const workspaces = useQuery(workspacesQuery)
  const workspace =
    id === undefined ? undefined : workspaces.data?.items.find((one) => one.id === id || one.shortId === id)
  const isArticle = id !== undefined && workspaces.data !== undefined && workspace === undefined
  const parent = useQuery({ ...articleQuery(id ?? ''), enabled: isArticle })
  // If no article with this id is visible, the dialog opens without a parent.
  const isParentMissing = parent.error instanceof ApiError && parent.error.status === 404
  const isKnown = workspaces.data !== undefined && (!isArticle || parent.data !== undefined || isParentMissing)
  const failed = workspaces.isError ? workspaces : parent.isError && !isParentMissing ? parent : null

  useEffect(() => {
    if (!isKnown) return
    const under = parent.data
    openCreateArticle(under ? { workspaceId: under.workspace?.id, parentId: under.id } : { workspaceId: workspace?.id })
    void navigate({ to: '/', replace: true })
  }, [isKnown, parent.data, workspace?.id, navigate])

  return (
    <PageMain>
      {failed && (
        <LoadError
          text={failed === workspaces ? texts.canNotLoadWorkspaces : texts.theArticleCouldNotBe}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      )}
    </PageMain>
  )
}
