import * as texts from '../texts.ts'
import type { SuggestItem } from './suggest-store.ts'

type Emoji = { readonly name: string; readonly emoji: string; readonly words: readonly string[] }

export const emojis: readonly Emoji[] = [
  { name: texts.thumbsUp, emoji: '👍', words: ['yes', 'like', 'ok'] },
  { name: texts.grin, emoji: '😀', words: ['smile', 'happy', 'laugh'] },
  { name: texts.wink, emoji: '😉', words: ['joke'] },
  { name: texts.surprised, emoji: '😮', words: ['wow'] },
  { name: texts.cool, emoji: '😎', words: ['sunglasses'] },
  { name: texts.sad, emoji: '😢', words: ['cry'] },
  { name: texts.angry, emoji: '😠', words: ['mad'] },
  { name: texts.fire, emoji: '🔥', words: ['hot', 'lit'] },
  { name: texts.heart, emoji: '❤️', words: ['love'] },
]

/** The letters after a ":" at the start of a word; a single ":" opens nothing. */
export const emojiQuery = (textBefore: string): string | null =>
  /(?:^|\s):([a-z]{1,12})$/i.exec(textBefore)?.[1] ?? null

export function emojiItems(query: string): SuggestItem[] {
  const text = query.toLowerCase()
  return emojis
    .filter(({ name, words }) => [...name.toLowerCase().split(' '), ...words].some((word) => word.startsWith(text)))
    .map(({ name, emoji }) => ({
      name: name.toLowerCase().replace(' ', '-'),
      title: name,
      group: texts.emojis,
      emoji,
      run: (chain) => chain.insertContent(`${emoji} `),
    }))
}
