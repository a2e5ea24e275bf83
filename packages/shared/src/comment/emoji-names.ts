import type { reactionEmojis } from './comment.limits.ts'

type Emoji = (typeof reactionEmojis)[number]

/** Accessible names of the emojis. */
export const emojiNames: Readonly<Record<Emoji, string>> = {
  '👍': 'Thumbs up',
  '😁': 'Grin',
  '😉': 'Wink',
  '😮': 'Surprised',
  '😎': 'Cool',
  '😢': 'Sad',
  '😠': 'Angry',
  '🔥': 'Fire',
  '❤️': 'Heart',
}

const names: Readonly<Record<string, string>> = emojiNames

export const emojiName = (icon: string): string => names[icon] ?? 'Reaction'
