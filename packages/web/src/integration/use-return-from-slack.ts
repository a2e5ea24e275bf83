import { useEffect } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { api } from '../platform/api/api.ts'
import { showError, showSuccess } from '../ui/toast/toast.ts'
import * as texts from './texts.ts'

/**
 * Connects with the grant in the fragment when the browser returns from Slack, or shows once why there is none. Both
 * are removed from the URL. Only the session that began can connect, so a link that somebody else made does nothing.
 */
export function useReturnFromSlack(workspaceId: string, onConnect: (workspace: Workspace) => void) {
  const { slack: result } = useSearch({ from: '/shell/members/workspace/$id/edit' })
  const fragment = useLocation({ select: ({ hash }) => hash })
  const navigate = useNavigate({ from: '/workspace/$id/edit' })
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { code: string; state: string }) => api.slack.connect({ params: { id: workspaceId }, body }),
    onSuccess: ({ workspace }) => {
      showSuccess(texts.slackIsConnected)
      onConnect(workspace)
    },
  })
  useEffect(() => {
    const grant = new URLSearchParams(fragment)
    const [code, state] = [grant.get('code'), grant.get('state')]
    const isReturned = code !== null && state !== null
    if (!isReturned && result === undefined) return
    // A grant is valid once, and React runs effects twice in development: the first timer is cleared.
    const timer = setTimeout(() => {
      if (isReturned) mutate({ code, state })
      if (result !== undefined) showError(texts.slackNotConnected[result])
      void navigate({ search: {}, hash: '', replace: true })
    })
    return () => clearTimeout(timer)
    // eslint-disable-next-line react/exhaustive-deps
  }, [result, fragment])
  return { isConnecting: isPending }
}
