/** What a write changes in the list of comments, at once or with its answer. */
import type { Comment, ReactionEmoji } from '@knowreel/shared/comment/comment.wire.ts'
import type { CommentList } from './comment-pages.ts'

/** In the place of its former form, or at the end. */
export function withComment(list: CommentList, comment: Comment): CommentList {
  const isKnown = list.comments.some(({ id }) => id === comment.id)
  const comments = isKnown
    ? list.comments.map((one) => (one.id === comment.id ? comment : one))
    : [...list.comments, comment]
  return { ...list, comments }
}

/** Answers go with what they answer. */
export const withoutComment = (list: CommentList, id: string): CommentList => ({
  ...list,
  comments: list.comments.filter((one) => one.id !== id && one.parentId !== id),
})

export type Reacting = { readonly id: string; readonly name: string }

/** The comment with an emoji of somebody put to it or taken away. */
export function withReaction(comment: Comment, content: ReactionEmoji, isOn: boolean, who: Reacting): Comment {
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
