import { useMemo } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { CommentQuote, Comment, ReactionEmoji, VideoReaction } from '@knowreel/shared/comment/comment.wire.ts'
import { api } from '../platform/api/api.ts'
import { handleError } from '../platform/api/handle-error.ts'
import { showWarning } from '../ui/toast/toast.ts'
import { withComment, withoutComment, withReaction, type ReactingUser } from './comment-cache.ts'
import type { CommentList } from './comment-pages.ts'
import { refetchComments, commentsQuery, anchoredCommentsQuery } from './comment.queries.ts'
import * as texts from './texts.ts'

export type NewComment = {
  clientId: string
  content: string
  parentId?: string
  timestamp?: number | null
  quote?: CommentQuote
  videoReaction?: VideoReaction
}

export type CommentActions = ReturnType<typeof createCommentActions>

/**
 * Actions on the comments of one article. Sending and editing reject on failure, so that the text is kept; all others
 * show a message.
 */
export function useCommentActions(articleId: string, isEditing: boolean): CommentActions {
  const queryClient = useQueryClient()
  return useMemo(() => createCommentActions(queryClient, articleId, isEditing), [queryClient, articleId, isEditing])
}

function createCommentActions(queryClient: QueryClient, articleId: string, isEditing: boolean) {
  const queryKeys = [commentsQuery(articleId).queryKey, anchoredCommentsQuery(articleId).queryKey]
  const change = (how: (list: CommentList) => CommentList) => {
    for (const queryKey of queryKeys) queryClient.setQueryData(queryKey, (list) => list && how(list))
  }
  const find = (id: string) => {
    const lists = queryKeys.map((queryKey) => queryClient.getQueryData(queryKey))
    return lists.flatMap((list) => list?.comments ?? []).find((one) => one.id === id)
  }
  const cancel = () => Promise.all(queryKeys.map((queryKey) => queryClient.cancelQueries({ queryKey })))
  const settle = () => void refetchComments(queryClient, articleId)
  /** Reactions in flight, by comment: the response to the first would overwrite the optimistic state of the second. */
  const underWay = new Map<string, number>()

  return {
    async write(newComment: NewComment): Promise<Comment> {
      const { articleComment, profileImage } = await api.comment.create({
        params: { articleId },
        body: { newComment, isEditing },
      })
      const written = { ...articleComment, profileImage }
      // An older response in flight would remove it from the screen again.
      await cancel()
      change((list) => withComment(list, written))
      settle()
      if (isEditing && newComment.videoReaction) {
        showWarning(texts.toMakeReactionAppearOn)
      }
      return written
    },

    async rewrite(id: string, content: string, timestamp: number | null | undefined): Promise<void> {
      const { articleComment } = await api.comment.update({
        params: { articleId, id },
        body: { updatedContent: { content, ...(timestamp === undefined ? {} : { timestamp }) }, isEditing },
      })
      change((list) => withComment(list, articleComment))
    },

    async remove(id: string): Promise<void> {
      try {
        await api.comment.remove({ params: { articleId, id } })
        await cancel()
        change((list) => withoutComment(list, id))
      } catch (error) {
        handleError(error)
      }
      settle()
    },

    /** Optimistic; rolled back if the server refuses. */
    async react(id: string, content: ReactionEmoji, isOn: boolean, who: ReactingUser): Promise<void> {
      const show = (isShown: boolean) => {
        const present = find(id)
        if (present) change((list) => withComment(list, withReaction(present, content, isShown, who)))
      }
      underWay.set(id, (underWay.get(id) ?? 0) + 1)
      await cancel()
      show(isOn)
      try {
        const { articleComment } = await api.comment.update({
          params: { articleId, id },
          body: { updatedContent: { reaction: { content, isOn } }, isEditing },
        })
        if (underWay.get(id) === 1) change((list) => withComment(list, articleComment))
      } catch (error) {
        show(!isOn)
        handleError(error)
      } finally {
        underWay.set(id, (underWay.get(id) ?? 1) - 1)
      }
    },

    async resolve(id: string, isResolved: boolean): Promise<void> {
      const former = find(id)
      if (!former) return
      await cancel()
      change((list) => withComment(list, { ...former, resolvedAt: isResolved ? new Date().toISOString() : null }))
      try {
        const { articleComment } = await api.comment.update({
          params: { articleId, id },
          body: { updatedContent: { isResolved }, isEditing },
        })
        change((list) => withComment(list, articleComment))
      } catch (error) {
        change((list) => withComment(list, former))
        handleError(error)
      }
    },
  }
}
