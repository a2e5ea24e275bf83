/** The result of a recogniser, and the lines that people can read. Pure; browser and server share it. */

/** In pixels of the picture. */
export type TextBox = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

export type RecognizedWord = {
  readonly text: string
  /** From 0 to 100. */
  readonly confidence: number
  readonly box: TextBox
}

export type RecognizedLine = RecognizedWord

export type LineOptions = {
  /** Words below it are noise: icons, borders, faces. */
  readonly minConfidence: number
}

/** Words further apart than this belong to different parts of a screen. In heights of the line. */
const maxGap = 2
const maxLineLength = 1000
const maxLines = 500

/** Lines of a picture, from lines of words. Words without letters and figures are kept only between others. */
export function toLines(
  lines: readonly (readonly RecognizedWord[])[],
  { minConfidence }: LineOptions,
): RecognizedLine[] {
  const found: RecognizedLine[] = []
  for (const words of lines)
    for (const part of splitAtGaps(words.filter(({ confidence }) => confidence >= minConfidence))) {
      const line = joinWords(part)
      if (line !== null) found.push(line)
      if (found.length === maxLines) return found
    }
  return found
}

const hasText = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

function splitAtGaps(words: readonly RecognizedWord[]): RecognizedWord[][] {
  const parts: RecognizedWord[][] = []
  for (const word of words) {
    const part = parts.at(-1)
    const last = part?.at(-1)
    const height = Math.max(word.box.bottom - word.box.top, last ? last.box.bottom - last.box.top : 0)
    if (part && last && word.box.left - last.box.right <= maxGap * height) part.push(word)
    else parts.push([word])
  }
  return parts
}

function joinWords(words: readonly RecognizedWord[]): RecognizedLine | null {
  const first = words.findIndex(({ text }) => hasText(text))
  const last = words.findLastIndex(({ text }) => hasText(text))
  const kept = first === -1 ? [] : words.slice(first, last + 1)
  const text = kept
    .map((word) => word.text.trim())
    .join(' ')
    .slice(0, maxLineLength)
  // One letter is nearly always an icon.
  if (text.replaceAll(/[^\p{L}\p{N}]/gu, '').length < 2) return null
  return {
    text,
    confidence: Math.round(kept.reduce((sum, { confidence }) => sum + confidence, 0) / kept.length),
    box: {
      left: Math.min(...kept.map(({ box }) => box.left)),
      top: Math.min(...kept.map(({ box }) => box.top)),
      right: Math.max(...kept.map(({ box }) => box.right)),
      bottom: Math.max(...kept.map(({ box }) => box.bottom)),
    },
  }
}
