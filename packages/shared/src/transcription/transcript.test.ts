import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyMap, anyRange, anyTime } from '../video/play-map.fixture.ts'
import { deleteRange, insert, slice } from '../video/play-map.ts'
import { anyRecordings, heardIn, type Recordings } from './transcript.fixture.ts'
import { applyEdits, middleOf, playWords, wordAt, type Word } from './transcript.ts'

const runs = { numRuns: 1500 }
const played = (map: Parameters<typeof playWords>[0], recordings: Recordings) =>
  playWords(map, (id) => recordings[id] ?? []).map(({ start, end, word }) => ({ start, end, text: word.text }))

const word = (start: number, end: number, text: string): Word => ({ start, end, text, confidence: 1, speaker: null })

describe('the words that a play map plays, compared with walking through its milliseconds', () => {
  it('are the same for every map, and after every cut and insertion', () => {
    fc.assert(
      fc.property(anyMap, anyRange, anyMap, anyTime, anyRecordings, (map, [from, to], other, at, recordings) => {
        for (const edited of [map, deleteRange(map, from, to), slice(map, from, to), insert(map, at, other)])
          expect(played(edited, recordings)).toEqual(heardIn(edited, recordings))
      }),
      runs,
    )
  })

  it('go with their middle: a cut through a word keeps it on one side only', () => {
    const map = [{ videoId: 'v', in: 0, dur: 1000 }]
    const words = [word(100, 300, 'left'), word(300, 500, 'right')]
    const texts = (cut: typeof map) => playWords(cut, () => words).map((one) => one.word.text)
    expect(texts([...slice(map, 0, 180)])).toEqual([])
    expect(texts([...slice(map, 0, 220)])).toEqual(['left'])
    expect(texts([...slice(map, 200, 1000)])).toEqual(['left', 'right'])
    expect(texts([...slice(map, 201, 1000)])).toEqual(['right'])
  })
})

describe('corrections', () => {
  it('replace what was heard in their range, and later ones replace earlier ones', () => {
    const heard = [word(0, 100, 'see-reg'), word(100, 200, 'one'), word(300, 400, 'next')]
    const once = applyEdits(heard, [{ from: 0, to: 200, words: [word(0, 200, 'CEREG 1')] }])
    expect(once.map(({ text }) => text)).toEqual(['CEREG 1', 'next'])
    const twice = applyEdits(heard, [
      { from: 0, to: 200, words: [word(0, 200, 'CEREG 1')] },
      { from: 50, to: 150, words: [] },
    ])
    expect(twice.map(({ text }) => text)).toEqual(['next'])
  })

  it('survive another generation: outside their ranges the new words are heard, inside the corrections stay', () => {
    fc.assert(
      fc.property(anyRecordings, anyRange, anyRecordings, ({ v1: heard }, [one, other], { v2: again }) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)]
        const edit = { from, to, words: [word(from, to + 1, 'corrected')] }
        const isOutside = (each: Word) => middleOf(each) < from || middleOf(each) >= to
        const first = applyEdits(heard ?? [], [edit])
        const result = applyEdits(again ?? [], [edit])
        expect(first.filter(({ text }) => text === 'corrected')).toHaveLength(1)
        expect(result.filter(({ text }) => text !== 'corrected')).toEqual((again ?? []).filter(isOutside))
        expect(result.filter(({ text }) => text === 'corrected')).toHaveLength(1)
      }),
      runs,
    )
  })
})

it('finds the word of a time, also before the first and in pauses', () => {
  const words = [{ start: 100 }, { start: 200 }, { start: 500 }]
  expect([0, 100, 199, 200, 400, 900].map((time) => wordAt(words, time))).toEqual([-1, 0, 0, 1, 1, 2])
})
