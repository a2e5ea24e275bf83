/** Changes that a write makes to the list of comments, either optimistically or with its response. */
import type { Comment, ReactionEmoji } from '@knowreel/shared/comment/comment.wire.ts'
import type { CommentList } from './comment-pages.ts'

/** Replaces the previous state of the comment, or appends it. */
export function withComment(list: CommentList, comment: Comment): CommentList {
  const isKnown = list.comments.some(({ id }) => id === comment.id)
  const comments = isKnown
    ? list.comments.map((one) => (one.id === comment.id ? comment : one))
    : [...list.comments, comment]
  return { ...list, comments }
}

/** Replies are removed with their thread. */
export const withoutComment = (list: CommentList, id: string): CommentList => ({
  ...list,
  comments: list.comments.filter((one) => one.id !== id && one.parentId !== id),
})

export type ReactingUser = { readonly id: string; readonly name: string }

/** The comment with a person's emoji added or removed. */
export function withReaction(comment: Comment, content: ReactionEmoji, isOn: boolean, who: ReactingUser): Comment {
  const isThere = comment.reaction.some((one) => one.content === content)
  const chips = isThere ? comment.reaction : [...comment.reaction, { content, userIds: [], names: [] }]
  const reaction = chips
    .map((chip) => {
      if (chip.content !== content || chip.userIds.includes(who.id) === isOn) return chip
      return isOn
        ? { ...chip, userIds: [...chip.userIds, who.id], names: [...chip.names, who.name] }
        : {
            ...chip,
            userIds: chip.userIds.filter((id) => id !== who.id),
            names: chip.names.toSpliced(chip.names.indexOf(who.name), chip.names.includes(who.name) ? 1 : 0),
          }
    })
    .filter(({ userIds }) => userIds.length > 0)
  return { ...comment, reaction }
}
