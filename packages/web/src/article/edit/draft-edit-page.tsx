import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { showError, showWarning } from '../../ui/toast/toast.ts'
import { useRedirectIfHidden } from '../../workspace/index.ts'
import { parseMode } from '../article-url.ts'
import { draftQuery } from './draft/draft.queries.ts'
import { DraftEditor } from './draft-editor.tsx'
import { EditPageState } from './edit-page-state.tsx'
import * as texts from './texts.ts'
import { publishedArticleId } from './use-draft-actions.ts'
import { useEditor } from './use-editor.ts'
import { useRedirectToReading } from './use-redirect-to-reading.ts'

const missingDraftRedirect = { to: '/drafts', message: texts.thisDraftNoLongerExists }

/** `/draft/{id}`: a draft that was never published, or the draft of an article, under its own URL. */
export function DraftEditPage() {
  const { id = '', mode } = useParams({ strict: false })
  const navigate = useNavigate()
  const { data: draft, ...request } = useQuery(draftQuery(id))
  const user = useEditor()
  const publishedId = publishedArticleId(request.error)
  const isLeaving = useRedirectIfHidden(publishedId === null ? request.error : null, missingDraftRedirect)

  // The workspace is archived.
  const isReadOnly = draft?.abilities.editArticles === false
  useRedirectToReading((isReadOnly && draft.original?.shortId) || null, texts.theWorkspaceOfThisDraft)
  const isNeverPublished = draft?.original === null
  useEffect(() => {
    if (!isReadOnly || !isNeverPublished) return
    showError(texts.theWorkspaceOfThisDraft)
    void navigate({ to: '/drafts', replace: true })
  }, [isReadOnly, isNeverPublished, navigate])

  const openPublished = (articleId: string) =>
    navigate({ to: '/article/$id/edit/{-$mode}', params: { id: articleId }, replace: true })
  useEffect(() => {
    if (publishedId === null) return
    showWarning(texts.thisDraftWasPublished)
    void navigate({ to: '/article/$id/edit/{-$mode}', params: { id: publishedId }, search: true, replace: true })
  }, [publishedId, navigate])

  if (!draft || !user || isReadOnly) {
    return (
      <EditPageState
        isFailed={request.error !== null && !isLeaving && publishedId === null}
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
      onOpenPublished={(articleId) => void openPublished(articleId)}
    />
  )
}
