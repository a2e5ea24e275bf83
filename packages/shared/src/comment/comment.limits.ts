/** Limits of comments; screens read them without the schemas. */
export const commentLimits = {
  /** Characters of a comment, without its tags. */
  text: 15_000,
  /** Characters of its HTML. */
  html: 60_000,
  /** Characters of the words and of the block a quote keeps. */
  quoteText: 20_000,
  /** Emoji of different kinds on one comment. */
  reactions: 20,
} as const

/** thumbs up, grin, wink, surprised, cool, sad, angry, fire, heart */
export const reactionEmojis = ['👍', '😁', '😉', '😮', '😎', '😢', '😠', '🔥', '❤️'] as const
