/** Comments and reactions as they travel. */
import * as z from 'zod'
import { isoTime, text } from '../catalogue/wire.ts'
import { person } from '../user/user.calls.ts'
import { commentLimits, reactionEmojis } from './comment.limits.ts'

export const reactionEmoji = z.enum(reactionEmojis)
export type ReactionEmoji = z.infer<typeof reactionEmoji>

const quoteText = text(commentLimits.quoteText)

/** Words of a note that are spoken about. Offsets are UTF-16 units; see quote-anchor.rules.ts. */
export const commentQuote = z.object({
  /** The selected words as they were. */
  text: quoteText.min(1),
  icon: text(16).nullable().optional(),
  /** Of the tab the words stood in; null where the client did not say. */
  textTabId: text(32).nullable().optional(),
  paragraphKey: text(64).min(1),
  paragraphText: quoteText,
  paragraphTextBefore: text(64),
  paragraphTextOffset: z.number().int().min(0).max(1_000_000),
})
export type CommentQuote = z.infer<typeof commentQuote>

/** A reaction to a moment of the recording, said with a comment. Times are ms: in the paragraph and in the recording. */
export const videoReaction = z.object({
  articleId: z.string().max(64),
  paragraphId: z.string().max(64),
  currentParagraphTime: z.number().int().min(0),
  currentVideoTime: z.number().int().min(0),
  icon: reactionEmoji,
})
export type VideoReaction = z.infer<typeof videoReaction>

/** The people who gave one emoji to a comment; in the order of the first of each. */
export const commentReaction = z.object({
  content: z.string(),
  userIds: z.array(z.string()),
  /** Of those people, for the hint of the chip; at most 50. */
  names: z.array(z.string()),
})
export type CommentReaction = z.infer<typeof commentReaction>

export const comment = z.object({
  id: z.string(),
  /** The row it belongs to: of the draft while it waits for the publish, else of the article. */
  articleId: z.string(),
  workspaceId: z.string().nullable(),
  userId: z.string().nullable(),
  /** The comment that this one answers; replies have one level. */
  parentId: z.string().nullable(),
  /** HTML of the comment schema. */
  content: z.string(),
  createdAt: isoTime,
  /** Ms in article time as it is now; 0 where the comment has no time, or its material is not played any more. */
  timestamp: z.number().int(),
  /** The comment was given a time, be it gone by now. */
  isTimed: z.boolean(),
  /** Where the recording is anchored; null without a time. Places in ms, `videoTime` in the recording. */
  anchor: z
    .object({ paragraphId: z.string(), videoId: z.string(), videoTime: z.number().int(), time: z.number().int() })
    .nullable(),
  quote: commentQuote.nullable(),
  reaction: z.array(commentReaction),
  profileImage: z.string().nullable(),
  author: person.nullable(),
  videoReaction: videoReaction.nullable(),
  /** When the words were last changed, and by whom where that was somebody else than the author. */
  editedAt: isoTime.nullable(),
  editedBy: person.nullable(),
  /** Of a thread's first comment. */
  resolvedAt: isoTime.nullable(),
  resolvedBy: person.nullable(),
  abilities: z.object({ edit: z.boolean(), delete: z.boolean(), resolve: z.boolean() }),
})
export type Comment = z.infer<typeof comment>

/** A reaction on the timeline of an article. */
export const articleReaction = z.object({
  id: z.string(),
  articleId: z.string(),
  /** The comment it came with. */
  commentId: z.string().nullable(),
  icon: reactionEmoji,
  /** Ms in the paragraph as it is now. */
  time: z.number().int(),
  paragraphId: z.string(),
  /** Its material, by which it is found again while the timeline is edited; null for what was never anchored. */
  videoId: z.string().nullable(),
  videoTime: z.number().int().nullable(),
  /** Whose; null for guests, who are not told. */
  user: person.nullable(),
  createdAt: isoTime,
  /** It belongs to a draft and is seen by its readers only once that is published. */
  isDraft: z.boolean(),
  abilities: z.object({ delete: z.boolean() }),
})
export type ArticleReaction = z.infer<typeof articleReaction>
