/** Editing a recording by its transcript: which time range deleting words removes, and what is worth removing. */
import { durationOf, startsOf, type Ms, type PlayMap } from '../video/play-map.ts'
import type { PlayedWord } from './transcript.ts'

/** A range of map time. */
export type TimeRange = { readonly from: Ms; readonly to: Ms }

/** How far a cut stays away from words that remain. */
const handleMs: Ms = 60
/** A pause that is removed leaves this much on both sides, because speech without any pause sounds hurried. */
const keptPauseMs: Ms = 200

/** The range that removes the words `[from, to)` and nothing else: half of the short pauses around them goes too. */
export function rangeOfWords(words: readonly PlayedWord[], from: number, to: number, map: PlayMap): TimeRange | null {
  const first = words[from]
  const last = words[to - 1]
  if (first === undefined || last === undefined || from >= to) return null
  return { from: cutBetween(words[from - 1], first, map, 'from'), to: cutBetween(last, words[to], map, 'to') }
}

/**
 * Where to cut between two words. Near a boundary of pieces the boundary itself is the best cut; otherwise the middle of
 * the pause, but not far from the removed word.
 */
function cutBetween(
  left: PlayedWord | undefined,
  right: PlayedWord | undefined,
  map: PlayMap,
  side: 'from' | 'to',
): Ms {
  const lower = left?.end ?? 0
  const upper = right?.start ?? durationOf(map)
  const removed = side === 'from' ? upper : lower
  const border = startsOf(map).find((start) => start >= lower && start <= upper && Math.abs(start - removed) <= 300)
  if (left?.piece !== right?.piece && border !== undefined) return border
  if (upper <= lower) return Math.round((upper + lower) / 2)
  const middle = Math.round((lower + upper) / 2)
  const reach = Math.max(handleMs, Math.min(250, upper - lower - handleMs))
  return side === 'from' ? Math.max(middle, upper - reach) : Math.min(middle, lower + reach)
}

/** The pauses of at least `minMs` between words, without what remains of them around the words. */
export function findSilences(words: readonly PlayedWord[], map: PlayMap, minMs: Ms): readonly TimeRange[] {
  if (words.length === 0) return []
  const silences: TimeRange[] = []
  let spoken = 0
  const add = (from: Ms, to: Ms, isOpen: { start: boolean; end: boolean }) => {
    if (to - from < minMs) return
    const range = { from: from + (isOpen.start ? 0 : keptPauseMs), to: to - (isOpen.end ? 0 : keptPauseMs) }
    if (range.to > range.from) silences.push(range)
  }
  words.forEach((word, index) => {
    add(spoken, word.start, { start: index === 0, end: false })
    spoken = Math.max(spoken, word.end)
  })
  add(spoken, durationOf(map), { start: false, end: true })
  return silences
}

const fillers = new Set(['um', 'umm', 'uh', 'uhh', 'uhm', 'er', 'erm', 'ehm', 'eh', 'hm', 'hmm', 'mm', 'mhm', 'ah'])

export const isFiller = (text: string): boolean => fillers.has(text.toLowerCase().replaceAll(/[^\p{L}]/gu, ''))

/** The ranges of filler words; consecutive ones together. */
export function findFillers(words: readonly PlayedWord[], map: PlayMap): readonly TimeRange[] {
  const ranges: TimeRange[] = []
  for (let index = 0; index < words.length; index++) {
    if (!isFiller(words[index]?.word.text ?? '')) continue
    const from = index
    while (index + 1 < words.length && isFiller(words[index + 1]?.word.text ?? '')) index++
    const range = rangeOfWords(words, from, index + 1, map)
    if (range !== null) ranges.push(range)
  }
  return ranges
}

/** The ranges that remain when only `range` is kept, from the last to the first, so that removing one moves no other. */
export const rangesOutside = ({ from, to }: TimeRange, duration: Ms): readonly TimeRange[] =>
  [
    { from: to, to: duration },
    { from: 0, to: from },
  ].filter((range) => range.to > range.from)
