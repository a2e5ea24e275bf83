import { useMemo } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import {
  registerPlayer,
  openNewComment,
  showComment,
  useActiveThreadId,
  useCommentCount,
  useAnchoredComments,
} from '../../comment/index.ts'
import { useLive } from '../../notification/index.ts'
import { useMe } from '../../user/index.ts'
import { reactionKeys, type CommentsAndReactions } from '../../video/index.ts'

type CommentsAndReactionsInput = {
  /** Long id of the article or draft. */
  articleId: string
  /** Whether new comments and reactions are accepted; an archived workspace accepts none, and nobody who may only view. */
  isOpen?: boolean
  isEditing: boolean
  /** Resolves when the server has what is on the screen. Omitted where it always does. */
  whenSaved?: () => Promise<void>
}

/** Comments and reactions on a recording, for its player or its timeline. */
export function useCommentsAndReactions({
  articleId,
  isOpen = true,
  isEditing,
  whenSaved,
}: CommentsAndReactionsInput): CommentsAndReactions {
  const user = useMe()?.user
  const comments = useAnchoredComments(articleId)
  // Readers from outside the company receive no comments and cannot write any.
  const isColleague = useCommentCount(articleId) !== null
  const activeId = useActiveThreadId()
  useLiveReactions(articleId)

  const me = useMemo(
    () =>
      user === undefined || !isOpen || !isColleague
        ? null
        : {
            id: user.id,
            firstName: user.firstName,
            lastName: user.lastName,
            name: user.name,
            email: user.email,
            profileImage: user.profileImagePreview ?? user.profileImage,
            jobTitle: user.jobTitle,
            isDeactivated: false,
          },
    [user, isOpen, isColleague],
  )
  return useMemo(
    () => ({
      articleId,
      me,
      isEditing,
      comments,
      activeId,
      onPlayer: registerPlayer,
      onOpenComment: showComment,
      onComment(timestamp, videoReaction) {
        openNewComment(videoReaction ? { videoReaction, timestamp } : { timestamp })
      },
      ...(whenSaved && { whenSaved }),
    }),
    [articleId, me, isEditing, comments, activeId, whenSaved],
  )
}

function useLiveReactions(articleId: string): void {
  const queryClient = useQueryClient()
  useLive(articleId, ({ type }) => {
    if (type === 'reactions') void queryClient.invalidateQueries({ queryKey: reactionKeys.list(articleId) })
  })
}
