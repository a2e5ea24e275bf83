import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useLeaveWhenHidden } from '../workspace/index.ts'
import { DraftEditor } from './edit/draft-editor.tsx'
import { EditPageState } from './edit/edit-page-state.tsx'
import { draftOfArticleQuery } from './edit/draft.queries.ts'
import { modeOf } from './article-address.ts'
import { useEditor } from './edit/use-editor.ts'

/** `/article/{id}/edit`: the draft of a published article, under the address of the article. */
export function ArticleEditPage() {
  const { id = '', mode } = useParams({ strict: false })
  const { data: draft, ...request } = useQuery(draftOfArticleQuery(id))
  const user = useEditor()
  const isLeaving = useLeaveWhenHidden(request.error)

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
    <DraftEditor key={draft.id} draft={draft} mode={modeOf(mode)} user={user} onGoOn={() => void request.refetch()} />
  )
}
