import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { FollowState } from '@knowreel/shared/notification/notification.calls.ts'
import { api } from '../../platform/api/api.ts'

export type FollowSubject = { readonly kind: 'article' | 'workspace'; readonly id: string }
type FollowResponse = { follow: FollowState }

const followKey = ({ kind, id }: FollowSubject) => ['follow', kind, id] as const

/** All of them, for the settings. */
export const followsQuery = queryOptions({
  queryKey: ['follow', 'all'],
  queryFn: ({ signal }) => api.notification.follows({}, { signal }),
  staleTime: 0,
  meta: { isErrorShown: true },
})

export const followQuery = (followed: FollowSubject) =>
  queryOptions({
    queryKey: followKey(followed),
    queryFn: ({ signal }): Promise<FollowResponse> => {
      const request = { params: { id: followed.id } }
      return followed.kind === 'article'
        ? api.notification.articleFollow(request, { signal })
        : api.notification.workspaceFollow(request, { signal })
    },
    meta: { isErrorShown: true },
  })

/** The menu is unmounted before the response arrives, so the callback is passed to the mutation. */
export function useFollow(followed: FollowSubject, onSaved?: (follow: FollowState) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (follow: FollowState): Promise<FollowResponse> => {
      const request = { params: { id: followed.id }, body: { follow } }
      return followed.kind === 'article'
        ? api.notification.followArticle(request)
        : api.notification.followWorkspace(request)
    },
    onSuccess: (answer) => {
      client.setQueryData<FollowResponse>(followKey(followed), answer)
      onSaved?.(answer.follow)
      return client.invalidateQueries({ queryKey: followsQuery.queryKey })
    },
  })
}
