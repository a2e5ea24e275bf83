import type { reactionEmojis } from './comment.limits.ts'

type Emoji = (typeof reactionEmojis)[number]

/** Accessible names of the emojis. */
export const emojiWords: Readonly<Record<Emoji, string>> = {
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

const words: Readonly<Record<string, string>> = emojiWords

export const wordsOfEmoji = (icon: string): string => words[icon] ?? 'Reaction'
