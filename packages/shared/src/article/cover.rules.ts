/** The icon and the cover of an article, without schemas, for screens. */
import { isImagePath } from '../file/file.rules.ts'

/** Covers that the product provides; the page draws them. */
export const coverColors = ['dawn', 'sand', 'moss', 'mint', 'sky', 'dusk', 'plum', 'slate'] as const
export type CoverColor = (typeof coverColors)[number]

/** `position` is the part of a picture that is shown when it is higher than the cover: 0 its top, 100 its bottom. */
export type ArticleCover = {
  /** The name of a provided cover, or the path of a picture of the article. */
  readonly source: string
  readonly position: number
}

export const centrePosition = 50

export const isCoverColor = (source: string): source is CoverColor => coverColors.some((name) => name === source)

export const isCoverSource = (source: string): boolean => isCoverColor(source) || isImagePath(source)

/** UTF-16 units; the longest sequences of families and flags have fewer. */
const maxEmojiLength = 40

/** Built late, because browsers that lack the flag still read articles. */
let emojiPattern: RegExp | null = null

/** Exactly one emoji in its standard form, or null: no letters, no digits, nothing invisible, not two. */
export function readEmoji(text: string): string | null {
  const given = text.trim()
  if (given === '' || given.length > maxEmojiLength) return null
  emojiPattern ??= new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v')
  // Keyboards leave out the selector that makes some symbols colourful.
  return [given, `${given}\uFE0F`].find((form) => emojiPattern?.test(form)) ?? null
}
