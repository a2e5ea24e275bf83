import type { SuggestItem } from './suggest-store.ts'

type Emoji = { readonly name: string; readonly emoji: string; readonly words: readonly string[] }

export const emojis: readonly Emoji[] = [
  { name: 'Thumbs up', emoji: '👍', words: ['yes', 'like', 'ok'] },
  { name: 'Grin', emoji: '😀', words: ['smile', 'happy', 'laugh'] },
  { name: 'Wink', emoji: '😉', words: ['joke'] },
  { name: 'Surprised', emoji: '😮', words: ['wow'] },
  { name: 'Cool', emoji: '😎', words: ['sunglasses'] },
  { name: 'Sad', emoji: '😢', words: ['cry'] },
  { name: 'Angry', emoji: '😠', words: ['mad'] },
  { name: 'Fire', emoji: '🔥', words: ['hot', 'lit'] },
  { name: 'Heart', emoji: '❤️', words: ['love'] },
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
      group: 'Emojis',
      emoji,
      run: (chain) => chain.insertContent(`${emoji} `),
    }))
}
