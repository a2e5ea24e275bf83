import type { PlayedWord, Word } from '@knowreel/shared/transcription/transcript.ts'
import type { TranscriptModel, WordRange } from '../transcript-model.ts'

type WordInput = Pick<Word, 'start' | 'end' | 'text' | 'speaker'>

export type CorrectedRange = {
  readonly videoId: string
  readonly from: number
  readonly to: number
  readonly words: WordInput[]
}

/** The corrections that change each of these words, one per stretch of a recording. */
export function correctedRanges(
  { words }: TranscriptModel,
  { from, to }: WordRange,
  change: (word: WordInput) => WordInput,
): CorrectedRange[] {
  const groups: PlayedWord[][] = []
  for (const played of words.slice(from, to)) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last && last.videoId === played.videoId && last.piece === played.piece) group.push(played)
    else groups.push([played])
  }
  return groups.flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)]
    if (first === undefined || last === undefined) return []
    const changed = group.map(({ word: { start, end, text, speaker } }) => change({ start, end, text, speaker }))
    return [{ videoId: first.videoId, from: first.word.start, to: last.word.end, words: changed }]
  })
}

/** The text written for a range of words, in its time: each word gets its share by its length. */
export function rewriteRange(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  speaker: string | null,
): WordInput[] {
  const parts = text.trim().split(/\s+/).filter(Boolean)
  const total = parts.reduce((sum, part) => sum + part.length + 1, 0)
  let at = start
  return parts.map((part) => {
    const from = Math.round(at)
    at += ((end - start) * (part.length + 1)) / total
    return { start: from, end: Math.max(from + 1, Math.round(at)), text: part, speaker }
  })
}
