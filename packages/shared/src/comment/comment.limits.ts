/** Limits of comments, without the schemas, for screens. */
export const commentLimits = {
  /** Characters of a comment's visible text. */
  text: 15_000,
  /** Characters of its HTML. */
  html: 60_000,
  /** Maximum characters of a quote and of its block. */
  quoteText: 20_000,
  /** Comments and replies per response; `before` requests more. */
  listed: 1000,
} as const

/** thumbs up, grin, wink, surprised, cool, sad, angry, fire, heart */
export const reactionEmojis = ['👍', '😁', '😉', '😮', '😎', '😢', '😠', '🔥', '❤️'] as const
