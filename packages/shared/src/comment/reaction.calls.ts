/** Reactions on the timeline of an article: one of nine emojis at a moment of a paragraph. */
import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { anyId, success } from '../catalogue/wire.ts'
import { articleReaction, reactionEmoji } from './comment.wire.ts'

const reactionsResponse = z.object({ reactions: z.array(articleReaction), isTruncated: z.boolean().optional() })

export const reactionCalls = {
  list: call({
    method: 'GET',
    path: '/article/{id}/reactions',
    summary: 'Reactions of an article in the order of their time',
    allow: may('reaction.view', 'params.id'),
    key: 'read',
    response: reactionsResponse,
  }),
  find: call({
    method: 'GET',
    path: '/article/{id}/reactions/find',
    summary: 'Reactions that came with a comment',
    allow: may('reaction.view', 'params.id'),
    key: 'read',
    query: z.strictObject({ commentId: anyId }),
    response: reactionsResponse,
  }),
  create: call({
    method: 'POST',
    path: '/article/{id}/reaction',
    summary: 'React to a moment of the recording',
    allow: may('comment.write', 'params.id'),
    key: 'write',
    body: z.strictObject({
      clientId: z.uuid().optional(),
      icon: reactionEmoji,
      /** Ms in the paragraph. */
      time: z
        .number()
        .int()
        .min(0)
        .max(24 * 3_600_000),
      paragraphId: z.string().min(1).max(64),
      commentId: anyId.nullish(),
    }),
    response: z.object({ reaction: articleReaction }),
    errors: ['unknown_paragraph', 'unknown_comment'],
    rateLimit: { max: 120, windowMs: 60_000 },
  }),
  remove: call({
    method: 'DELETE',
    path: '/article/{id}/reactions/{reactionId}',
    summary: 'Take a reaction back',
    allow: may('comment.write', 'params.id'),
    key: 'write',
    response: success,
    errors: ['reaction_not_yours'],
  }),
}
