import { useMemo } from 'react'
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ArticleReaction, ReactionEmoji } from '@knowreel/shared/comment/comment.wire.ts'
import { anchorAt, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { api } from '../../platform/api/api.ts'
import { showUndo } from '../../ui/toast/toast.ts'
import * as texts from '../texts.ts'
import { timeLabel } from '../timeline/timeline-geometry.ts'
import { reactionKeys, reactionsQuery } from './reaction.queries.ts'
import { withPendingReactions } from './pending-reactions.ts'
import type { CommentsAndReactions } from './comments-and-reactions.ts'

export type UseReactionsResult = {
  readonly reactions: readonly ArticleReaction[]
  /** Reacts to a moment of article time; null if the person may not. */
  readonly react: ((icon: ReactionEmoji, tree: ParagraphTree, time: Ms) => void) | null
  readonly removeReaction: (reactionId: string) => void
}

const noReactions: readonly ArticleReaction[] = []

type PendingReaction = ArticleReaction & {
  /** In article time. */
  readonly at: Ms
}

/** Reactions with optimistic updates: pending changes are shown before the server has responded. */
export function useReactions(commentsAndReactions: CommentsAndReactions | null): UseReactionsResult {
  const { articleId = '', me = null, isEditing = false, whenSaved } = commentsAndReactions ?? {}
  const queryClient = useQueryClient()
  const { queryKey } = reactionsQuery(articleId)
  const { data: known = noReactions } = useQuery({
    ...reactionsQuery(articleId),
    enabled: commentsAndReactions !== null,
  })

  const { mutate: remove } = useMutation({
    mutationKey: reactionKeys.remove(articleId),
    mutationFn: (reactionId: string) => api.reaction.remove({ params: { id: articleId, reactionId } }),
    onSuccess: (_answer, reactionId) =>
      queryClient.setQueryData(queryKey, (list) => list?.filter(({ id }) => id !== reactionId)),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const { mutate: add } = useMutation({
    mutationKey: reactionKeys.react(articleId),
    mutationFn: async ({ id: clientId, icon, time, paragraphId }: PendingReaction) => {
      await whenSaved?.()
      return api.reaction.create({ params: { id: articleId }, body: { clientId, icon, time, paragraphId } })
    },
    onSuccess({ reaction }, variables) {
      queryClient.setQueryData(queryKey, (list = noReactions) => [
        ...list.filter(({ id }) => id !== reaction.id),
        reaction,
      ])
      const undo = () => remove(reaction.id)
      if (isEditing) showUndo(texts.thisReactionWontBePermanent, undo, 'warning')
      else showUndo(texts.youReactedWithIconAt(variables.icon, timeLabel(variables.at)), undo)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })

  const pending = usePendingVariables<PendingReaction>(reactionKeys.react(articleId))
  const removals = usePendingVariables<string>(reactionKeys.remove(articleId))
  const reactions = useMemo(() => withPendingReactions(known, pending, removals), [known, pending, removals])

  return useMemo(
    () => ({
      reactions,
      react:
        me === null
          ? null
          : (icon, tree, time) => {
              const anchor = anchorAt(tree, time)
              if (anchor === null) return
              add({
                ...anchor,
                at: time,
                id: crypto.randomUUID(),
                articleId,
                commentId: null,
                icon,
                user: me,
                createdAt: new Date().toISOString(),
                isDraft: isEditing,
                abilities: { delete: false },
              })
            },
      removeReaction: remove,
    }),
    [reactions, me, add, remove, articleId, isEditing],
  )
}

/** The variables of pending mutations. */
const usePendingVariables = <Variables>(mutationKey: readonly string[]): readonly Variables[] =>
  useMutationState({
    filters: { mutationKey, exact: true, status: 'pending' },
    // The mutation key determines the type.
    select: ({ state }) => state.variables as Variables,
  })
