/**
 * The spoken words of recordings. Words belong to a recording and have its times, in ms; when they are heard follows from
 * the play map, so that every cut, move and insertion changes the transcript without touching a word.
 */
import { startsOf, type Ms, type PlayMap } from '../video/play-map.ts'

export type Word = {
  readonly start: Ms
  /** After `start`. */
  readonly end: Ms
  /** With its punctuation, without spaces around it. */
  readonly text: string
  /** From 0 to 1; null if the engine reports none, or a person wrote the word. */
  readonly confidence: number | null
  /** Key of the speaker within the recording; null if unknown. */
  readonly speaker: string | null
}

/** A correction by a person: in `[from, to)` of the recording, these words replace whatever the engine heard. */
export type TranscriptEdit = { readonly from: Ms; readonly to: Ms; readonly words: readonly Word[] }

/** A word where the play map plays it: `start` and `end` are in map time. */
export type PlayedWord = {
  readonly videoId: string
  readonly start: Ms
  readonly end: Ms
  readonly word: Word
  /** Index of the piece that plays it. */
  readonly piece: number
}

/** Its middle decides to which piece or range a word belongs, so that a cut through a word keeps it once or not at all. */
export const middleOf = ({ start, end }: Pick<Word, 'start' | 'end'>): Ms => Math.floor((start + end) / 2)

/** Later edits replace earlier ones where they overlap. `words` and the result are in the order of their start. */
export function applyEdits(words: readonly Word[], edits: readonly TranscriptEdit[]): readonly Word[] {
  if (edits.length === 0) return words
  let result = words
  for (const { from, to, words: written } of edits) {
    const kept = result.filter((word) => {
      const middle = middleOf(word)
      return middle < from || middle >= to
    })
    result = [...kept, ...written]
  }
  return result.toSorted((one, other) => one.start - other.start || one.end - other.end)
}

/** The words that a play map plays, in playing order; `wordsOf` is in the order of start. */
export function playWords(map: PlayMap, wordsOf: (videoId: string) => readonly Word[]): readonly PlayedWord[] {
  const starts = startsOf(map)
  return map.flatMap((piece, index) => {
    const offset = (starts[index] ?? 0) - piece.in
    const end = piece.in + piece.dur
    const words = wordsOf(piece.videoId)
    const played: PlayedWord[] = []
    for (let at = firstFrom(words, piece.in); at < words.length; at++) {
      const word = words[at]
      if (word === undefined || word.start >= end) break
      const middle = middleOf(word)
      if (middle < piece.in || middle >= end) continue
      played.push({
        videoId: piece.videoId,
        start: Math.max(word.start, piece.in) + offset,
        end: Math.min(word.end, end) + offset,
        word,
        piece: index,
      })
    }
    return played
  })
}

/** No word is longer, so that the search for the first word of a piece can begin this much earlier. */
export const maxWordMs: Ms = 10_000

function firstFrom(words: readonly Word[], time: Ms): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle]?.start ?? Infinity) < time - maxWordMs) low = middle + 1
    else high = middle
  }
  return low
}

/** The index of the last word that has started at a time; -1 before the first. `words` are in playing order. */
export function wordAt(words: readonly { readonly start: Ms }[], time: Ms): number {
  let low = -1
  let high = words.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((words[middle]?.start ?? 0) <= time) low = middle
    else high = middle - 1
  }
  return low
}

export const textOf = (words: readonly Pick<Word, 'text'>[]): string => words.map(({ text }) => text).join(' ')
