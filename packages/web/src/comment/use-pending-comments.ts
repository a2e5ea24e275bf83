/** Comments that were sent and are not stored yet: shown immediately, and removed when the server has responded. */
import { useCallback, useState } from 'react'
import type { Comment } from '@knowreel/shared/comment/comment.wire.ts'
import type { CommentController } from './comment-controller.ts'
import type { ShownComment } from './thread/threads.rules.ts'
import type { CommentActions, NewComment } from './use-comment-actions.ts'

type PendingComments = { readonly pending: readonly ShownComment[]; readonly write: CommentActions['write'] }

const none: readonly ShownComment[] = []

export function usePendingComments(
  actions: CommentActions,
  articleId: string,
  me: CommentController['me'] | undefined,
): PendingComments {
  const [pending, setPending] = useState(none)
  const write = useCallback(
    async (comment: NewComment) => {
      if (!me) return actions.write(comment)
      const shown = toPendingComment(comment, articleId, me)
      const isOther = ({ id }: ShownComment) => id !== shown.id
      setPending((comments) => [...comments.filter(isOther), shown])
      try {
        return await actions.write(comment)
      } finally {
        // After the task in which the list shows the stored comment, so that it does not disappear in between.
        setTimeout(() => setPending((comments) => comments.filter(isOther)))
      }
    },
    [actions, articleId, me],
  )
  return { pending, write }
}

/** Without those that a refetch has listed already, although the response is still on its way. */
export const withPending = (
  comments: readonly Comment[],
  pending: readonly ShownComment[],
): readonly ShownComment[] => {
  const listed = new Set(comments.map(({ clientId }) => clientId))
  return [...comments, ...pending.filter(({ clientId }) => !listed.has(clientId))]
}

function toPendingComment(comment: NewComment, articleId: string, me: CommentController['me']): ShownComment {
  const { clientId, content, parentId = null, timestamp = null, quote = null, videoReaction = null } = comment
  const profileImage = me.profileImage ?? null
  return {
    id: clientId,
    clientId,
    articleId,
    workspaceId: null,
    userId: me.id,
    parentId,
    content,
    // Not used for the order: the clocks of browsers are wrong.
    createdAt: new Date().toISOString(),
    timestamp: timestamp ?? 0,
    isTimed: timestamp !== null,
    anchor: timestamp === null ? null : { paragraphId: '', videoId: '', videoTime: 0, time: timestamp },
    quote,
    reaction: [],
    profileImage,
    author: {
      id: me.id,
      firstName: '',
      lastName: '',
      name: me.name,
      email: null,
      profileImage,
      jobTitle: null,
      isDeactivated: false,
    },
    videoReaction,
    editedAt: null,
    editedBy: null,
    resolvedAt: null,
    resolvedBy: null,
    abilities: { edit: false, delete: false, resolve: false },
    isPending: true,
  }
}
