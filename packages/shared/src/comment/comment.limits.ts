/** Limits of comments; screens read them without the schemas. */
export const commentLimits = {
  /** Characters of a comment, without its tags. */
  text: 15_000,
  /** Characters of its HTML. */
  html: 60_000,
  /** Characters of the words and of the block a quote keeps. */
  quoteText: 20_000,
  /** Comments and replies of one answer; more are asked for with what it gives. */
  listed: 1000,
} as const

/** thumbs up, grin, wink, surprised, cool, sad, angry, fire, heart */
export const reactionEmojis = ['👍', '😁', '😉', '😮', '😎', '😢', '😠', '🔥', '❤️'] as const
