import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deleteRange, durationOf, wholeRecording } from '../video/play-map.ts'
import { findFillers, findSilences, isFiller, rangeOfWords, rangesOutside } from './cut-by-words.ts'
import { anySpeech } from './transcript.fixture.ts'
import { playWords, type Word } from './transcript.ts'

const duration = 60_000
const map = wholeRecording('v', duration)
const play = (words: readonly Word[], played = map) => playWords(played, () => words)
const runs = { numRuns: 1000 }

describe('cutting by words', () => {
  it('removes exactly the selected words, whichever they are', () => {
    fc.assert(
      fc.property(anySpeech, fc.nat(), fc.nat(), (words, one, other) => {
        fc.pre(words.length > 0 && (words.at(-1)?.end ?? 0) <= duration)
        const played = play(words)
        const [from, to] = [one % words.length, other % words.length].toSorted((left, right) => left - right)
        const range = rangeOfWords(played, from ?? 0, (to ?? 0) + 1, map)
        const rest = play(words, deleteRange(map, range?.from ?? 0, range?.to ?? 0))
        expect(rest.map(({ word }) => word)).toEqual(words.toSpliced(from ?? 0, (to ?? 0) - (from ?? 0) + 1))
      }),
      runs,
    )
  })

  it('cuts in the pauses, and leaves the words that remain whole', () => {
    fc.assert(
      fc.property(anySpeech, fc.nat(), (words, one) => {
        fc.pre(words.length > 0 && (words.at(-1)?.end ?? 0) <= duration)
        const at = one % words.length
        const range = rangeOfWords(play(words), at, at + 1, map)
        const rest = play(words, deleteRange(map, range?.from ?? 0, range?.to ?? 0))
        for (const { start, end, word } of rest) expect(end - start).toBe(word.end - word.start)
      }),
      runs,
    )
  })

  it('keeps only a range by removing the rest from the end', () => {
    expect(rangesOutside({ from: 100, to: 300 }, 500)).toEqual([
      { from: 300, to: 500 },
      { from: 0, to: 100 },
    ])
    expect(rangesOutside({ from: 0, to: 500 }, 500)).toEqual([])
  })
})

describe('proposals', () => {
  it('remove long pauses except for a breath, and no word', () => {
    fc.assert(
      fc.property(anySpeech, (words) => {
        fc.pre(words.length > 0 && (words.at(-1)?.end ?? 0) <= duration)
        let cut = map
        for (const { from, to } of findSilences(play(words), map, 700).toReversed()) cut = deleteRange(cut, from, to)
        expect(play(words, cut).map(({ word }) => word)).toEqual(words)
        const rest = play(words, cut)
        rest.slice(1).forEach(({ start }, index) => expect(start - (rest[index]?.end ?? 0)).toBeLessThan(700))
        expect(durationOf(cut)).toBeLessThanOrEqual(durationOf(map))
      }),
      runs,
    )
  })

  it('name filler words, whatever their punctuation', () => {
    expect(['um,', 'Uh', 'Erm…', 'hmm.'].every(isFiller)).toBe(true)
    expect(['umbrella', 'her', 'so', ''].some(isFiller)).toBe(false)
    const words = ['So', 'um,', 'uh', 'count'].map((text, index) => ({
      start: index * 500,
      end: index * 500 + 400,
      text,
      confidence: 1,
      speaker: null,
    }))
    const [range, ...others] = findFillers(play(words), map)
    expect(others).toEqual([])
    const rest = play(words, deleteRange(map, range?.from ?? 0, range?.to ?? 0))
    expect(rest.map(({ word }) => word.text)).toEqual(['So', 'count'])
  })
})
