import type { Word } from '@knowreel/shared/transcription/transcript.ts'
import type { StoredWords } from './transcription.tables.ts'

export const emptyWords: StoredWords = { start: [], end: [], text: [], confidence: [], speaker: [] }

export const toStoredWords = (words: readonly Word[]): StoredWords => ({
  start: words.map(({ start }) => start),
  end: words.map(({ end }) => end),
  text: words.map(({ text }) => text),
  confidence: words.map(({ confidence }) => (confidence === null ? null : Math.round(confidence * 1000) / 1000)),
  speaker: words.map(({ speaker }) => speaker),
})

export const fromStoredWords = (stored: StoredWords | null): Word[] =>
  stored === null
    ? []
    : stored.text.map((text, index) => ({
        start: stored.start[index] ?? 0,
        end: stored.end[index] ?? 0,
        text,
        confidence: stored.confidence[index] ?? null,
        speaker: stored.speaker[index] ?? null,
      }))
