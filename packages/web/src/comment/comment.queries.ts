import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { commentLimits } from '@knowreel/shared/comment/comment.limits.ts'
import type { Comment } from '@knowreel/shared/comment/comment.wire.ts'
import { api } from '../platform/api/api.ts'
import { readToken } from '../platform/session/session-token.ts'
import { reachesBackTo, withOlderPage, type CommentList } from './comment-pages.ts'

const commentKeys = {
  article: (articleId: string) => ['comment', articleId] as const,
  list: (articleId: string) => ['comment', articleId, 'list'] as const,
  anchored: (articleId: string) => ['comment', articleId, 'anchored'] as const,
  count: (articleId: string) => ['comment', articleId, 'count'] as const,
}

/** Comments loaded when a panel opens. Scrolling, or filtering all comments, loads more. */
const firstPageSize = 100

type CommentsRequest = { limit: number; before?: string; anchored?: '1' }

async function fetchPage(articleId: string, query: CommentsRequest, signal?: AbortSignal): Promise<CommentList> {
  const { comments, isTruncated, before } = await api.comment.list(
    { params: { articleId }, query },
    { ...(signal && { signal }) },
  )
  return {
    comments: comments.map(({ comment, profileImage }) => ({ ...comment, profileImage })),
    isTruncated,
    before,
  }
}

/** The newest comments, and as many older ones as were read so far. */
export const commentsQuery = (articleId: string) =>
  queryOptions({
    queryKey: commentKeys.list(articleId),
    queryFn: async ({ client, signal }): Promise<CommentList> => {
      const known = () => client.getQueryData<CommentList>(commentKeys.list(articleId))
      const limit = Math.min(commentLimits.listed, Math.max(firstPageSize, known()?.comments.length ?? 0))
      let list = await fetchPage(articleId, { limit }, signal)
      // Checked on every pass: older ones may have been loaded in the meantime, and would disappear again.
      while (list.before !== null && !reachesBackTo(list, known())) {
        const { before } = list
        list = withOlderPage(list, await fetchPage(articleId, { limit: commentLimits.listed, before }, signal))
      }
      return list
    },
    meta: { isErrorShown: true },
  })

/** Loads the page before what was read so far; `isWholeWanted` loads larger pages for filtering. */
export async function fetchOlderComments(
  client: QueryClient,
  articleId: string,
  isWholeWanted: boolean,
): Promise<void> {
  const { queryKey } = commentsQuery(articleId)
  const before = client.getQueryData(queryKey)?.before
  if (!before) return
  const page = await fetchPage(articleId, { limit: isWholeWanted ? commentLimits.listed : firstPageSize, before })
  client.setQueryData(queryKey, (list) => (list?.before === before ? withOlderPage(list, page) : list))
}

/** Comments shown beside notes and on the timeline, which must not wait until the list is read that far. */
export const anchoredCommentsQuery = (articleId: string) =>
  queryOptions({
    queryKey: commentKeys.anchored(articleId),
    queryFn: ({ signal }) => fetchPage(articleId, { limit: commentLimits.listed, anchored: '1' }, signal),
    meta: { isErrorShown: true },
  })

/** People who may not see the comments of an article see no count and no error either. */
const countQuery = (articleId: string) =>
  queryOptions({
    queryKey: commentKeys.count(articleId),
    queryFn: async ({ signal }) => (await api.comment.count({ params: { articleId } }, { signal })).commentsCount,
    meta: { isErrorShown: true },
  })

const noComments: readonly Comment[] = []

/**
 * The threads anchored to words and moments of an article or draft, oldest first; none for guests, who see no comments.
 */
export function useAnchoredComments(articleId: string): readonly Comment[] {
  const { data } = useQuery({ ...anchoredCommentsQuery(articleId), enabled: readToken() !== null })
  return data?.comments ?? noComments
}

/** Replies belong to their comment, and resolved comments are not counted. */
const countOpen = (comments: readonly Comment[]): number =>
  comments.filter(({ parentId, resolvedAt }) => parentId === null && resolvedAt === null).length

/** Open comments without their replies; null if not permitted, and while unknown. */
export function useCommentCount(articleId: string): number | null {
  const count = useQuery({ ...countQuery(articleId), enabled: readToken() !== null })
  // Local writes appear in the list first, but the list may not be mounted.
  const list = useQuery({ ...commentsQuery(articleId), enabled: false })
  const isListNewer = list.data !== undefined && !list.data.isTruncated && list.dataUpdatedAt >= count.dataUpdatedAt
  return (isListNewer ? list.data && countOpen(list.data.comments) : count.data) ?? null
}

/** Someone may have written, so visible lists are refetched. */
export const refetchComments = (queryClient: QueryClient, articleId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: commentKeys.article(articleId) })
