/** Wire format of comments and reactions. */
import * as z from 'zod'
import { isoTime, text } from '../catalogue/wire.ts'
import { person } from '../user/user.calls.ts'
import { commentLimits, reactionEmojis } from './comment.limits.ts'

export const reactionEmoji = z.enum(reactionEmojis)
export type ReactionEmoji = z.infer<typeof reactionEmoji>

const quoteText = text(commentLimits.quoteText)

/** Quoted words of a note. Offsets are UTF-16 units; see quote-anchor.rules.ts. */
export const commentQuote = z.object({
  /** The selected words at the time of the comment. */
  text: quoteText.min(1),
  icon: text(16).nullable().optional(),
  /** The tab of the words; null if the client did not send it. */
  textTabId: text(32).nullable().optional(),
  paragraphKey: text(64).min(1),
  paragraphText: quoteText,
  paragraphTextBefore: text(64),
  paragraphTextOffset: z.number().int().min(0).max(1_000_000),
})
export type CommentQuote = z.infer<typeof commentQuote>

/** A reaction to a moment of the recording, sent with a comment. Times are ms in the paragraph and in the recording. */
export const videoReaction = z.object({
  articleId: z.string().max(64),
  paragraphId: z.string().max(64),
  currentParagraphTime: z.number().int().min(0),
  currentVideoTime: z.number().int().min(0),
  icon: reactionEmoji,
})
export type VideoReaction = z.infer<typeof videoReaction>

/** The people who gave one emoji to a comment, in order. */
export const commentReaction = z.object({
  content: z.string(),
  userIds: z.array(z.string()),
  /** Names for the chip's tooltip; at most 50. */
  names: z.array(z.string()),
})
export type CommentReaction = z.infer<typeof commentReaction>

export const comment = z.object({
  id: z.string(),
  /** The id that the author's client created it with; only for the author. */
  clientId: z.string().optional(),
  /** The row it belongs to: the draft until it is published, otherwise the article. */
  articleId: z.string(),
  workspaceId: z.string().nullable(),
  userId: z.string().nullable(),
  /** The comment that this one replies to; replies have one level. */
  parentId: z.string().nullable(),
  /** HTML of the comment schema. */
  content: z.string(),
  createdAt: isoTime,
  /** Ms in current article time; 0 if the comment has no time or its material is no longer played. */
  timestamp: z.number().int(),
  /** The comment was created with a time, even if its material is gone. */
  isTimed: z.boolean(),
  /** Anchor in the recording; null without a time. Times in ms, `videoTime` in the recording. */
  anchor: z
    .object({ paragraphId: z.string(), videoId: z.string(), videoTime: z.number().int(), time: z.number().int() })
    .nullable(),
  quote: commentQuote.nullable(),
  reaction: z.array(commentReaction),
  profileImage: z.string().nullable(),
  author: person.nullable(),
  videoReaction: videoReaction.nullable(),
  /** When the text was last edited, and by whom if not by the author. */
  editedAt: isoTime.nullable(),
  editedBy: person.nullable(),
  /** Set on the first comment of a thread. */
  resolvedAt: isoTime.nullable(),
  resolvedBy: person.nullable(),
  abilities: z.object({ edit: z.boolean(), delete: z.boolean(), resolve: z.boolean() }),
})
export type Comment = z.infer<typeof comment>

/** A reaction on the timeline of an article. */
export const articleReaction = z.object({
  id: z.string(),
  articleId: z.string(),
  /** The comment that it was sent with. */
  commentId: z.string().nullable(),
  icon: reactionEmoji,
  /** Ms in the current paragraph. */
  time: z.number().int(),
  paragraphId: z.string(),
  /** The anchored recording, which locates the reaction while the timeline is edited; null if it was never anchored. */
  videoId: z.string().nullable(),
  videoTime: z.number().int().nullable(),
  /** The author; null for guests, who do not see it. */
  user: person.nullable(),
  createdAt: isoTime,
  /** Belongs to a draft; readers see it once that is published. */
  isDraft: z.boolean(),
  abilities: z.object({ delete: z.boolean() }),
})
export type ArticleReaction = z.infer<typeof articleReaction>
