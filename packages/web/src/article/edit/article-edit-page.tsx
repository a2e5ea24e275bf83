import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ApiError } from '../../platform/api/api-error.ts'
import { useRedirectIfHidden } from '../../workspace/index.ts'
import { DraftEditor } from './draft-editor.tsx'
import { EditPageState } from './edit-page-state.tsx'
import { draftOfArticleQuery } from './draft/draft.queries.ts'
import { parseMode } from '../article-url.ts'
import { thisArticleNoLongerExists } from '../texts.ts'
import * as texts from './texts.ts'
import { useEditor } from './use-editor.ts'
import { useRedirectToReading } from './use-redirect-to-reading.ts'

const missingArticleRedirect = { to: '/', message: thisArticleNoLongerExists }

/** `/article/{id}/edit`: the draft of a published article, under the URL of the article. */
export function ArticleEditPage() {
  const { id = '', mode } = useParams({ strict: false })
  const { data: draft, ...request } = useQuery(draftOfArticleQuery(id))
  const user = useEditor()
  const code = request.error instanceof ApiError ? request.error.code : null
  const isArchived = code === 'article_archived'
  const isReaderOnly = isArchived || code === 'forbidden'
  const isHidden = useRedirectIfHidden(isReaderOnly ? null : request.error, missingArticleRedirect)
  useRedirectToReading(isReaderOnly ? id : null, isArchived ? texts.thisArticleIsArchived : texts.youCanViewThisArticle)
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
