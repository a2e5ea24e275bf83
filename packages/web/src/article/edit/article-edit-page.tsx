import { useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ApiError } from '../../platform/api/api-error.ts'
import { showError } from '../../ui/toast/toast.ts'
import { useRedirectIfHidden } from '../../workspace/index.ts'
import { DraftEditor } from './draft-editor.tsx'
import { EditPageState } from './edit-page-state.tsx'
import { draftOfArticleQuery } from './draft/draft.queries.ts'
import { articleRoute, parseMode } from '../article-url.ts'
import { articleQuery } from '../article.queries.ts'
import { thisArticleNoLongerExists } from '../texts.ts'
import * as texts from './texts.ts'
import { useEditor } from './use-editor.ts'

const missingArticleRedirect = { to: '/', message: thisArticleNoLongerExists }

/** `/article/{id}/edit`: the draft of a published article, under the URL of the article. */
export function ArticleEditPage() {
  const { id = '', mode } = useParams({ strict: false })
  const { data: draft, ...request } = useQuery(draftOfArticleQuery(id))
  const user = useEditor()
  const isReaderOnly = request.error instanceof ApiError && request.error.code === 'forbidden'
  const isHidden = useRedirectIfHidden(isReaderOnly ? null : request.error, missingArticleRedirect)
  useRedirectToReading(isReaderOnly ? id : null)
  const isLeaving = isReaderOnly || isHidden

  if (!draft || !user) {
    return (
      <EditPageState
        isFailed={request.error !== null && !isLeaving}
        onRetry={() => void request.refetch()}
        isRetrying={request.isFetching}
      />
    )
  }
  return (
    <DraftEditor
      key={draft.id}
      draft={draft}
      mode={parseMode(mode)}
      user={user}
      onOpenPublished={() => void request.refetch()}
    />
  )
}

/** Someone who may read but not edit an article is sent to the article, with the reason; home if even that fails. */
function useRedirectToReading(articleId: string | null): void {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  useEffect(() => {
    if (articleId === null) return
    showError(texts.youCanViewThisArticle)
    void queryClient
      .ensureQueryData(articleQuery(articleId))
      .then(({ workspace, shortId, slug }) =>
        workspace === null
          ? navigate({ to: '/', replace: true })
          : navigate({
              to: articleRoute,
              params: {
                workspaceId: workspace.shortId,
                workspaceSlug: workspace.slug,
                articleId: shortId,
                articleSlug: slug,
              },
              replace: true,
            }),
      )
      .catch(() => navigate({ to: '/', replace: true }))
  }, [articleId, navigate, queryClient])
}
