/** Comments of an article or a draft. A draft also shows those of its original; its own move there on publish. */
import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { anyId, flag, success, text } from '../catalogue/wire.ts'
import { commentLimits } from './comment.limits.ts'
import { comment, commentQuote, reactionEmoji, videoReaction } from './comment.wire.ts'

const html = text(commentLimits.html)
const profileImage = z.string().nullable()
const commentWithImage = z.object({ comment, profileImage })
const writeRateLimit = { max: 60, windowMs: 60_000 }
/** Ms in article time; null removes the time. */
const timestamp = z
  .number()
  .int()
  .min(0)
  .max(24 * 3_600_000)
  .nullable()

export const commentCalls = {
  list: call({
    method: 'GET',
    path: '/comment/{articleId}',
    summary: 'The newest comments and replies of an article, oldest first',
    allow: may('comment.list', 'params.articleId'),
    key: 'read',
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(commentLimits.listed).optional(),
      /** Cursor from an earlier response: comments older than the ones it listed. */
      before: anyId.optional(),
      /** Only comments on words of a note or a moment of the recording, with their threads. */
      anchored: flag,
    }),
    response: z.object({
      /** Threads are complete: comments in the thread of a listed one are included even if they are older. */
      comments: z.array(commentWithImage),
      /** Older comments exist; `before` requests them. */
      isTruncated: z.boolean(),
      before: z.string().nullable(),
    }),
  }),
  count: call({
    method: 'GET',
    path: '/comment/{articleId}/count',
    summary: 'How many open comments an article has, without replies and resolved ones',
    allow: may('comment.list', 'params.articleId'),
    key: 'read',
    response: z.object({ commentsCount: z.number().int() }),
  }),
  get: call({
    method: 'GET',
    path: '/comment/{articleId}/{id}',
    summary: 'One comment',
    allow: may('comment.list', 'params.articleId'),
    key: 'read',
    response: commentWithImage,
  }),
  create: call({
    method: 'POST',
    path: '/comment/{articleId}',
    summary: 'Write a comment or a reply',
    allow: may('comment.write', 'params.articleId'),
    key: 'write',
    body: z.strictObject({
      newComment: z.strictObject({
        /** Created by the client, so that a retry creates no second comment. */
        clientId: z.uuid().optional(),
        content: html,
        /** Not trusted: the article determines its workspace. */
        workspaceId: anyId.nullish(),
        parentId: anyId.nullish(),
        timestamp: timestamp.optional(),
        quote: commentQuote.nullish(),
        videoReaction: videoReaction.nullish(),
        /** Not trusted: the id determines it. */
        isDraft: z.boolean().optional(),
      }),
      /** Written on an edit page; only affects the notice about republishing. */
      isEditing: z.boolean().optional(),
    }),
    response: z.object({ articleComment: comment, profileImage }),
    errors: ['comment_empty', 'comment_too_long', 'unknown_comment', 'unknown_paragraph'],
    rateLimit: writeRateLimit,
  }),
  update: call({
    method: 'POST',
    path: '/comment/{articleId}/{id}',
    summary: 'Change a comment, resolve its thread, or put an emoji to it',
    allow: may('comment.write', 'params.articleId'),
    key: 'write',
    body: z.strictObject({
      updatedContent: z.strictObject({
        timestamp: timestamp.optional(),
        content: html.optional(),
        reaction: z.strictObject({ content: reactionEmoji, isOn: z.boolean() }).optional(),
        isResolved: z.boolean().optional(),
      }),
      isEditing: z.boolean().optional(),
    }),
    response: z.object({ articleComment: comment }),
    errors: ['comment_empty', 'comment_too_long', 'comment_not_yours'],
    rateLimit: { max: 120, windowMs: 60_000 },
  }),
  remove: call({
    method: 'DELETE',
    path: '/comment/{articleId}/{id}',
    summary: 'Delete a comment with its replies',
    allow: may('comment.write', 'params.articleId'),
    key: 'write',
    response: success,
    errors: ['comment_not_yours'],
  }),
}
