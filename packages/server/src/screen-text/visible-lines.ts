/** From when to when each line of text is on the screen, from the lines of one picture after the other. Pure. */
import type { Ms } from '@knowreel/shared/video/play-map.ts'

/** A line that is still on the screen. */
export type VisibleLine = { readonly text: string; readonly since: Ms }
/** Half-open, in ms of the recording. */
export type ShownLine = { readonly text: string; readonly start: Ms; readonly end: Ms }

/** Returns the lines that are visible now, and those that ended. A line that only moved stays. */
export function followLines(
  visible: readonly VisibleLine[],
  texts: readonly string[],
  at: Ms,
): { readonly visible: VisibleLine[]; readonly ended: ShownLine[] } {
  const left = [...visible]
  const now: VisibleLine[] = []
  for (const text of texts) {
    if (now.some((line) => isSameText(line.text, text))) continue
    const index = left.findIndex((line) => isSameText(line.text, text))
    const [known] = index === -1 ? [] : left.splice(index, 1)
    now.push(known ?? { text, since: at })
  }
  return { visible: now, ended: endLines(left, at) }
}

export const endLines = (lines: readonly VisibleLine[], at: Ms): ShownLine[] =>
  lines.filter(({ since }) => since < at).map(({ text, since }) => ({ text, start: since, end: at }))

/** Recognisers read the same line a little differently in each picture: one letter of a long word may differ. */
export function isSameText(one: string, other: string): boolean {
  if (one === other) return true
  const [words, others] = [wordsOf(one), wordsOf(other)]
  return words.length === others.length && words.every((word, index) => isSameWord(word, others[index] ?? ''))
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const minFuzzyLength = 5

function isSameWord(one: string, other: string): boolean {
  if (one === other) return true
  // Figures mean what they say.
  if (one.length < minFuzzyLength || one.length !== other.length || /\p{N}/u.test(one + other)) return false
  let differences = 0
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) differences++
  return differences === 1
}
