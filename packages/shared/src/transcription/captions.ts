/**
 * Captions by the rules of broadcasters: at most two lines of 42 characters, at most 20 characters per second where
 * the speech allows it, at least a second on screen, broken at sentences, pauses and clauses.
 */
import type { Ms } from '../video/play-map.ts'
import type { PlayedWord } from './transcript.ts'

/** `[start, end)` in map time; the text has one or two lines. */
export type Caption = { readonly start: Ms; readonly end: Ms; readonly text: string }

export const captionLimits = {
  lineLength: 42,
  lines: 2,
  charactersPerSecond: 20,
  minMs: 1000,
  maxMs: 7000,
  /** A caption of fast speech may begin this much later than its first word, to stay readable. */
  maxLagMs: 1000,
} as const

/** A longer pause starts a new caption. */
const pauseMs: Ms = 700

type Timed = Pick<PlayedWord, 'start' | 'end'> & { readonly text: string; readonly speaker: string | null }

/** `nameOf` returns the displayed name of a word's speaker: another speaker gets another caption. */
export function toCaptions(
  words: readonly PlayedWord[],
  nameOf: (word: PlayedWord) => string | null = () => null,
): readonly Caption[] {
  const timed = words.flatMap((word) => splitLongWord(word, nameOf(word)))
  const groups = groupWords(timed)
  const captions: Caption[] = []
  let lastEnd = 0
  groups.forEach((group, index) => {
    const first = group[0]
    const last = group.at(-1)
    if (first === undefined || last === undefined) return
    const text = breakLines(group.map((word) => word.text))
    const nextStart = groups[index + 1]?.[0]?.start ?? Infinity
    const start = Math.max(first.start, lastEnd)
    const readable = Math.ceil((text.replaceAll('\n', ' ').length / captionLimits.charactersPerSecond) * 1000)
    const wanted = Math.max(last.end, start + Math.max(readable, captionLimits.minMs))
    const end = Math.max(start + 1, Math.min(wanted, nextStart + captionLimits.maxLagMs))
    captions.push({ start, end, text })
    lastEnd = end
  })
  return captions
}

/** Something without spaces that is longer than a line, such as a URL, continues on the next one. */
function splitLongWord({ word, start, end }: PlayedWord, speaker: string | null): Timed[] {
  const { lineLength } = captionLimits
  const characters = [...word.text]
  if (word.text.length <= lineLength) return [{ start, end, text: word.text, speaker }]
  const parts: string[] = []
  let part = ''
  for (const character of characters) {
    if (part.length + character.length > lineLength) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  if (part !== '') parts.push(part)
  const share = (end - start) / parts.length
  return parts.map((text, index) => ({
    start: Math.round(start + share * index),
    end: Math.round(start + share * (index + 1)),
    text,
    speaker,
  }))
}

function groupWords(words: readonly Timed[]): Timed[][] {
  const groups: Timed[][] = []
  let group: Timed[] = []
  for (const word of words) {
    const first = group[0]
    const last = group.at(-1)
    if (first !== undefined && last !== undefined && startsAnother(group, first, last, word)) {
      const kept = isFull(group, first, word) ? breakAtClause(group) : group.length
      groups.push(group.slice(0, kept))
      group = group.slice(kept)
      // The rest of a broken group may still not fit with this word.
      const rest = group[0]
      const restLast = group.at(-1)
      if (rest !== undefined && restLast !== undefined && startsAnother(group, rest, restLast, word)) {
        groups.push(group)
        group = []
      }
    }
    group.push(word)
  }
  if (group.length > 0) groups.push(group)
  return groups
}

const startsAnother = (group: readonly Timed[], first: Timed, last: Timed, word: Timed): boolean =>
  word.speaker !== last.speaker ||
  word.start - last.end >= pauseMs ||
  (/[.?!…]["'”’)\]]*$/u.test(last.text) && lengthOf(group) >= 20) ||
  isFull(group, first, word)

const isFull = (group: readonly Timed[], first: Timed, word: Timed): boolean =>
  word.end - first.start > captionLimits.maxMs || fits([...group.map(({ text }) => text), word.text]) === null

const lengthOf = (group: readonly Timed[]): number => group.reduce((sum, { text }) => sum + text.length + 1, -1)

/** How many words of a full group to show: up to its last clause, if that is in the second half; otherwise all. */
function breakAtClause(group: readonly Timed[]): number {
  const half = lengthOf(group) / 2
  for (let index = group.length - 1; index > 0; index--) {
    const length = lengthOf(group.slice(0, index))
    if (length < half) break
    if (/[,;:.?!–—]$/u.test(group[index - 1]?.text ?? '')) return index
  }
  return group.length
}

/** Two lines if one does not suffice, as equal as possible, the first no longer than allowed; null if they do not fit. */
function fits(words: readonly string[]): readonly [string] | readonly [string, string] | null {
  const { lineLength } = captionLimits
  const whole = words.join(' ')
  if (whole.length <= lineLength) return [whole]
  if (whole.length > lineLength * 2 + 1) return null
  let best: readonly [string, string] | null = null
  let bestCost = Infinity
  for (let index = 1; index < words.length; index++) {
    const upper = words.slice(0, index).join(' ')
    const lower = words.slice(index).join(' ')
    if (upper.length > lineLength || lower.length > lineLength) continue
    const isClause = /[,;:.?!–—]$/u.test(words[index - 1] ?? '')
    const cost = Math.abs(upper.length - lower.length) - (isClause ? 12 : 0)
    if (cost < bestCost) [best, bestCost] = [[upper, lower], cost]
  }
  return best
}

const breakLines = (words: readonly string[]): string => (fits(words) ?? [words.join(' ')]).join('\n')

/** All captions at a time; several lines when people speak simultaneously. */
export const captionAt = (captions: readonly Caption[], time: Ms): string =>
  captions
    .filter(({ start, end }) => start <= time && time < end)
    .map(({ text }) => text)
    .join('\n')
