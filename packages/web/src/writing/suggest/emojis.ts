import * as texts from '../texts.ts'
import type { SuggestItem } from './suggest-store.ts'

type Emoji = { readonly name: string; readonly emoji: string; readonly keywords: readonly string[] }

export const emojis: readonly Emoji[] = [
  { name: texts.thumbsUp, emoji: '👍', keywords: ['yes', 'like', 'ok'] },
  { name: texts.grin, emoji: '😀', keywords: ['smile', 'happy', 'laugh'] },
  { name: texts.wink, emoji: '😉', keywords: ['joke'] },
  { name: texts.surprised, emoji: '😮', keywords: ['wow'] },
  { name: texts.cool, emoji: '😎', keywords: ['sunglasses'] },
  { name: texts.sad, emoji: '😢', keywords: ['cry'] },
  { name: texts.angry, emoji: '😠', keywords: ['mad'] },
  { name: texts.fire, emoji: '🔥', keywords: ['hot', 'lit'] },
  { name: texts.heart, emoji: '❤️', keywords: ['love'] },
]

/** The letters after a ":" at the start of a word; a single ":" opens nothing. */
export const emojiQuery = (textBefore: string): string | null =>
  /(?:^|\s):([a-z]{1,12})$/i.exec(textBefore)?.[1] ?? null

export function emojiItems(query: string): SuggestItem[] {
  const text = query.toLowerCase()
  return emojis
    .filter(({ name, keywords }) =>
      [...name.toLowerCase().split(' '), ...keywords].some((word) => word.startsWith(text)),
    )
    .map(({ name, emoji }) => ({
      name: name.toLowerCase().replace(' ', '-'),
      title: name,
      group: texts.emojis,
      emoji,
      run: (chain) => chain.insertContent(`${emoji} `),
    }))
}
