/** Random recordings with words, and the test oracle: what is heard in each millisecond of a play map. */
import fc from 'fast-check'
import type { PlayMap } from '../video/play-map.ts'
import { middleOf, type Word } from './transcript.ts'

const texts = [
  'so',
  'count',
  'the',
  'green',
  'bars,',
  'please.',
  'um,',
  'Really?',
  'a',
  'https://docs.example.com/path',
]

/** Words of one recording in order, without overlaps, with pauses in between. */
const anyWords = (scale: number, maxWords: number): fc.Arbitrary<readonly Word[]> =>
  fc
    .array(
      fc.record({
        pause: fc.integer({ min: 0, max: 4 }),
        length: fc.integer({ min: 1, max: 6 }),
        text: fc.constantFrom(...texts),
        speaker: fc.constantFrom('a', 'b', null),
      }),
      { maxLength: maxWords },
    )
    .map((list) => {
      let at = 0
      return list.map(({ pause, length, text, speaker }) => {
        const start = at + pause * scale
        at = start + length * scale
        return { start, end: at, text, confidence: 0.9, speaker }
      })
    })

export type Recordings = Readonly<Record<string, readonly Word[]>>

/** Times in the range of `anyMap` of the play map's fixture. */
export const anyRecordings: fc.Arbitrary<Recordings> = fc.record({
  v1: anyWords(1, 12),
  v2: anyWords(1, 12),
  v3: anyWords(1, 12),
})

/** The pace of speech. */
export const anySpeech = anyWords(90, 60)

export type Heard = { readonly start: number; readonly end: number; readonly text: string }

/** Walks through the milliseconds: a word is heard where its middle is played, for as long as its piece lasts. */
export function heardIn(map: PlayMap, recordings: Recordings): Heard[] {
  const heard: Heard[] = []
  let offset = 0
  for (const { videoId, in: start, dur } of map) {
    for (let at = start; at < start + dur; at++) {
      for (const word of recordings[videoId] ?? []) {
        if (middleOf(word) !== at) continue
        let first = at
        while (first > start && first > word.start) first--
        let end = at + 1
        while (end < start + dur && end < word.end) end++
        heard.push({ start: first - start + offset, end: end - start + offset, text: word.text })
      }
    }
    offset += dur
  }
  return heard
}
