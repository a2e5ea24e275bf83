import { commentCalls } from '@knowreel/shared/comment/comment.calls.ts'
import { commentLimits } from '@knowreel/shared/comment/comment.limits.ts'
import { reactionCalls } from '@knowreel/shared/comment/reaction.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { type Actor, requireMember, serve } from '../access/index.ts'
import { capRows } from '../platform/database/capped-rows.ts'
import { toComment, toReaction, createCommentView, withProfileImage, type AnchoredReaction } from './comment.mapping.ts'
import { commentPolicy } from './comment.policy.ts'
import { countComments, findComment, isCommentOfArticles, listComments, type CommentCursor } from './comment.queries.ts'
import type { CommentedArticle } from './article-sync/comment-articles.ts'
import type { CommentDependencies } from './article-sync/comment-dependencies.ts'
import { createComment } from './create-comment.ts'
import { createReaction, removeReaction } from './reaction/change-reaction.ts'
import { findReaction, listReactions, listReactionsOfComment, type ReactionRow } from './reaction/reaction.queries.ts'
import { removeComment, updateComment } from './change-comment.ts'

export function commentRoutes(dependencies: CommentDependencies) {
  const { db, signAddress, articles } = dependencies
  const policy = commentPolicy(articles)
  const view = (actor: Actor | null, subject: CommentedArticle) => createCommentView(actor, subject, signAddress)

  /** Reads the current state: the comment may have moved with its draft to the article. */
  const readWritten = async (actor: Actor | null, subject: CommentedArticle, id: string) => {
    const now = (await articles.find(db, actor, subject.id)) ?? subject
    const row = await findComment(db, now.shownIds, id)
    if (row === null) throw new AppError('unknown_comment')
    return toComment(row, view(actor, now))
  }

  const comment = serve(commentCalls, policy, {
    list: async ({ actor, subject, query }) => {
      const before = query.before === undefined ? null : parseCursor(query.before)
      const limit = query.limit ?? commentLimits.listed
      const page = await listComments(db, { shownIds: subject.shownIds, before, limit, isAnchored: query.anchored })
      const shown = view(actor, subject)
      return {
        comments: page.rows.map((row) => withProfileImage(toComment(row, shown))),
        isTruncated: page.before !== null,
        before: page.before && formatCursor(page.before),
      }
    },
    count: async ({ subject }) => ({ commentsCount: await countComments(db, subject.shownIds) }),
    get: async ({ actor, subject, params }) => {
      const row = await findComment(db, subject.shownIds, params.id)
      if (row === null) throw new AppError('not_found')
      return withProfileImage(toComment(row, view(actor, subject)))
    },
    create: async ({ actor, subject, body }) => {
      const id = await createComment(dependencies, requireMember(actor), subject, body.newComment)
      const articleComment = await readWritten(actor, subject, id)
      return { articleComment, profileImage: articleComment.profileImage }
    },
    update: async ({ actor, subject, params, body }) => {
      const id = requireId(params.id)
      await updateComment(dependencies, requireMember(actor), subject, id, body.updatedContent)
      return { articleComment: await readWritten(actor, subject, id) }
    },
    remove: async ({ actor, subject, params }) => {
      await removeComment(dependencies, requireMember(actor), subject, requireId(params.id))
      return { success: true }
    },
  })

  const reaction = serve(reactionCalls, policy, {
    list: async ({ actor, subject }) => {
      const { rows, isTruncated } = capRows(await listReactions(db, subject.shownIds))
      return { reactions: inOrder(rows, actor, subject), ...(isTruncated && { isTruncated }) }
    },
    find: async ({ actor, subject, query }) => {
      if (!(await isCommentOfArticles(db, subject.shownIds, query.commentId))) throw new AppError('not_found')
      const { rows, isTruncated } = capRows(await listReactionsOfComment(db, subject.shownIds, query.commentId))
      return { reactions: inOrder(rows, actor, subject), ...(isTruncated && { isTruncated }) }
    },
    create: async ({ actor, subject, body }) => {
      const id = await createReaction(dependencies, requireMember(actor), subject, body)
      const now = (await articles.find(db, actor, subject.id)) ?? subject
      const row = await findReaction(db, now.shownIds, id)
      if (row === null) throw new AppError('not_found')
      return { reaction: toReaction(row, view(actor, now)).reaction }
    },
    remove: async ({ actor, subject, params }) => {
      await removeReaction(dependencies, requireMember(actor), subject, params.reactionId)
      return { success: true }
    },
  })

  /** Sorted by time. Readers see those whose material is played; in a draft it may come back. */
  function inOrder(rows: readonly ReactionRow[], actor: Actor | null, subject: CommentedArticle) {
    const shown = view(actor, subject)
    const time = ({ at }: AnchoredReaction) => at ?? Infinity
    return rows
      .map((row) => toReaction(row, shown))
      .filter(({ at }) => subject.isDraft || at !== null)
      .toSorted((one, other) => time(one) - time(other) || (one.reaction.createdAt < other.reaction.createdAt ? -1 : 1))
      .map(({ reaction }) => reaction)
  }

  return { comment, reaction }
}

function requireId(id: string): string {
  if (!isUuid(id)) throw new AppError('not_found')
  return id
}

/** The page cursor in wire format: milliseconds and id. */
const cursorPattern = /^(\d{1,13})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

const formatCursor = ({ createdAt, id }: CommentCursor): string => `${createdAt.getTime()}_${id}`

function parseCursor(text: string): CommentCursor {
  const [, time, id] = cursorPattern.exec(text) ?? []
  if (time === undefined || id === undefined)
    throw new AppError('invalid_input', { fields: [{ field: 'before', message: 'This cursor is not known' }] })
  return { createdAt: new Date(Number(time)), id }
}
