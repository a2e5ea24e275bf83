import { useEffect, useRef, type ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { handleError } from '../../platform/api/handle-error.ts'
import { useMe } from '../../user/index.ts'
import { workspacesQuery } from '../../workspace/index.ts'
import { articleKeys } from '../article.queries.ts'
import { createEmptyDraft } from './create-empty-draft.ts'
import { preselectWorkspace, rememberWorkspace } from './preselect-workspace.ts'

type WriteArticleProps = {
  /** Preferred if the person may create articles in it; long or short id. */
  workspaceId?: string
  onClose: () => void
  /** Instead, if the workspace has to be chosen first. */
  children: (workspaceId: string | undefined) => ReactNode
}

/** Creates a draft and opens it with the caret in the title. The dialog requests a workspace that cannot be inferred. */
export function WriteArticle({ workspaceId: wanted, onClose, children }: WriteArticleProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const user = useMe()?.user
  const workspaces = useQuery(workspacesQuery)
  const workspaceId = workspaces.data && user ? preselectWorkspace(workspaces.data, user, wanted) : undefined
  const isDirect = typeof workspaceId === 'string'
  const isStarted = useRef(false)

  useEffect(() => {
    if (!workspaces.isError) return
    handleError(workspaces.error)
    onClose()
  }, [workspaces.isError, workspaces.error, onClose])
  useEffect(() => {
    if (!isDirect || isStarted.current) return
    isStarted.current = true
    const open = async () => {
      const article = await createEmptyDraft(workspaceId)
      if (article === null) return
      if (user) rememberWorkspace(user, workspaceId)
      void queryClient.invalidateQueries({ queryKey: articleKeys.drafts })
      await navigate({ to: '/draft/$id/{-$mode}', params: { id: article.shortId } })
    }
    void open().catch(handleError).finally(onClose)
  }, [isDirect, workspaceId, user, navigate, onClose, queryClient])

  if (workspaceId === undefined || isDirect) return null
  return children(workspaceId ?? undefined)
}
