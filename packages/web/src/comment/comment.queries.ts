import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import type { Comment } from '@knowreel/shared/comment/comment.wire.ts'
import { api } from '../platform/api/api.ts'
import { readToken } from '../platform/session/session-token.ts'

const commentKeys = {
  of: (articleId: string) => ['comment', articleId] as const,
  list: (articleId: string) => ['comment', articleId, 'list'] as const,
  count: (articleId: string) => ['comment', articleId, 'count'] as const,
}

export type CommentList = { readonly comments: readonly Comment[]; readonly isTruncated: boolean }

export const commentsQuery = (articleId: string) =>
  queryOptions({
    queryKey: commentKeys.list(articleId),
    queryFn: async ({ signal }): Promise<CommentList> => {
      const { comments, isTruncated } = await api.comment.list({ params: { articleId } }, { signal })
      return {
        comments: comments.map(({ comment, profileImage }) => ({ ...comment, profileImage })),
        isTruncated: isTruncated === true,
      }
    },
    meta: { isErrorShown: true },
  })

/** Who may not see the comments of an article sees no count either: nothing is said of it. */
const countQuery = (articleId: string) =>
  queryOptions({
    queryKey: commentKeys.count(articleId),
    queryFn: async ({ signal }) => (await api.comment.count({ params: { articleId } }, { signal })).commentsCount,
    meta: { isErrorShown: true },
  })

const none: readonly Comment[] = []

/** The comments of an article or draft, oldest first; none for guests, who see none at all. */
export function useComments(articleId: string): readonly Comment[] {
  const { data } = useQuery({ ...commentsQuery(articleId), enabled: readToken() !== null })
  return data?.comments ?? none
}

/** Comments and answers; null for who may see none, and while it is not known. */
export function useCommentCount(articleId: string): number | null {
  const count = useQuery({ ...countQuery(articleId), enabled: readToken() !== null })
  // What is written here stands in the list first; but nobody may be asking for that any more.
  const list = useQuery({ ...commentsQuery(articleId), enabled: false })
  const isListNewer = list.data !== undefined && !list.data.isTruncated && list.dataUpdatedAt >= count.dataUpdatedAt
  return (isListNewer ? list.data?.comments.length : count.data) ?? null
}

/** Somebody may have written: what is on the screen is asked for again. */
export const askForComments = (queryClient: QueryClient, articleId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: commentKeys.of(articleId) })
