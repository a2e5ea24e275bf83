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
import { withWishes } from './reaction-wishes.ts'
import type { TimelineTalk } from './timeline-talk.ts'

export type UsedReactions = {
  readonly reactions: readonly ArticleReaction[]
  /** Reacts to a moment of article time; null if the person may not. */
  readonly react: ((icon: ReactionEmoji, tree: ParagraphTree, time: Ms) => void) | null
  readonly takeBack: (reactionId: string) => void
}

const none: readonly ArticleReaction[] = []

type Wish = ArticleReaction & {
  /** In article time. */
  readonly at: Ms
}

const notPermanent = texts.thisReactionWontBePermanent

/** Reactions with optimistic updates: pending changes are shown before the server has responded. */
export function useReactions(talk: TimelineTalk | null): UsedReactions {
  const { articleId = '', me = null, isEditing = false, whenSaved } = talk ?? {}
  const queryClient = useQueryClient()
  const { queryKey } = reactionsQuery(articleId)
  const { data: known = none } = useQuery({ ...reactionsQuery(articleId), enabled: talk !== null })

  const { mutate: remove } = useMutation({
    mutationKey: reactionKeys.takeBack(articleId),
    mutationFn: (reactionId: string) => api.reaction.remove({ params: { id: articleId, reactionId } }),
    onSuccess: (_answer, reactionId) =>
      queryClient.setQueryData(queryKey, (list) => list?.filter(({ id }) => id !== reactionId)),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const { mutate: add } = useMutation({
    mutationKey: reactionKeys.react(articleId),
    mutationFn: async ({ id: clientId, icon, time, paragraphId }: Wish) => {
      await whenSaved?.()
      return api.reaction.create({ params: { id: articleId }, body: { clientId, icon, time, paragraphId } })
    },
    onSuccess({ reaction }, wish) {
      queryClient.setQueryData(queryKey, (list = none) => [...list.filter(({ id }) => id !== reaction.id), reaction])
      const words = isEditing ? notPermanent : texts.youReactedWithIconAt(wish.icon, timeLabel(wish.at))
      showUndo(words, () => remove(reaction.id))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })

  const wishes = usePending<Wish>(reactionKeys.react(articleId))
  const removals = usePending<string>(reactionKeys.takeBack(articleId))
  const reactions = useMemo(() => withWishes(known, wishes, removals), [known, wishes, removals])

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
      takeBack: remove,
    }),
    [reactions, me, add, remove, articleId, isEditing],
  )
}

/** The variables of pending mutations. */
const usePending = <Wish>(mutationKey: readonly string[]): readonly Wish[] =>
  useMutationState({
    filters: { mutationKey, exact: true, status: 'pending' },
    // The mutation key determines the type.
    select: ({ state }) => state.variables as Wish,
  })
