import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { Comment } from '@knowreel/shared/comment/comment.wire.ts'
import { readToken } from '../platform/session/session-token.ts'

export const commentKeys = {
  list: (articleId: string) => ['comment', articleId, 'list'] as const,
}

export type CommentList = { readonly comments: readonly Comment[]; readonly isTruncated: boolean }

export const commentsQuery = (articleId: string) =>
  queryOptions<CommentList>({ queryKey: commentKeys.list(articleId), queryFn: skipToken })

const none: readonly Comment[] = []

/** The comments of an article or draft, oldest first; none for guests, who see none at all. */
export function useComments(articleId: string): readonly Comment[] {
  const { data } = useQuery({ ...commentsQuery(articleId), enabled: readToken() !== null })
  return data?.comments ?? none
}
