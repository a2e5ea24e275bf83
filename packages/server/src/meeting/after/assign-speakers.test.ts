import type { Word } from '@knowreel/shared/transcription/transcript.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assignSpeakers, signalLagMs, type Turn } from './assign-speakers.ts'

const wordMs = 300

type Utterance = { readonly name: string; readonly from: number; readonly count: number }

const say = ({ from, count }: Utterance): Word[] =>
  Array.from({ length: count }, (_, index) => ({
    start: from + index * wordMs,
    end: from + index * wordMs + 250,
    text: `w${index}`,
    confidence: 1,
    speaker: null,
  }))

/** The displayed names, null for words without one. */
function namesOf(words: readonly Word[], turns: readonly Turn[]): (string | null)[] {
  const { words: named, names } = assignSpeakers(words, turns)
  return named.map(({ speaker }) => names.find(({ key }) => key === speaker)?.name ?? null)
}

describe('speakers by the signal of the service', () => {
  test('have the name that it showed, also at the beginning, which it shows late', () => {
    const words = [...say({ name: 'Ines', from: 0, count: 20 }), ...say({ name: 'Jonas', from: 8000, count: 20 })]
    const turns = [
      { at: 900, name: 'Ines' },
      { at: 9500, name: 'Jonas' },
    ]
    expect(namesOf(words, turns)).toEqual([
      ...Array.from({ length: 20 }, () => 'Ines'),
      ...Array.from({ length: 20 }, () => 'Jonas'),
    ])
  })

  test('are unnamed while two people speak without a pause, and when nobody was named', () => {
    const words = say({ name: 'Ines', from: 0, count: 40 })
    const names = namesOf(words, [
      { at: 0, name: 'Ines' },
      { at: 6000, name: 'Jonas' },
    ])
    expect(names[0]).toBe('Ines')
    expect(names.at(-1)).toBe('Jonas')
    expect(names[19]).toBeNull()
    expect(new Set(namesOf(words, []))).toEqual(new Set([null]))
    expect(new Set(namesOf(words, [{ at: 0, name: null }]))).toEqual(new Set([null]))
    expect(new Set(namesOf(words, [{ at: 0, name: '' }]))).toEqual(new Set([null]))
  })

  test.each([2, 3, 5])(
    'of %d voices: fewer than one word in fifty has a wrong name, most have the right one',
    (people) => {
      const counts = { right: 0, wrong: 0, unnamed: 0 }
      const utterance = fc.record({
        who: fc.nat(people - 1),
        // A second or more: shorter interjections never reach the signal.
        count: fc.integer({ min: 6, max: 60 }),
        pause: fc.integer({ min: 300, max: 4000 }),
        lag: fc.integer({ min: 200, max: signalLagMs - 200 }),
      })
      fc.assert(
        fc.property(fc.array(utterance, { minLength: 5, maxLength: 40 }), (script) => {
          let from = 0
          const words: Word[] = []
          const truth: string[] = []
          const turns: Turn[] = []
          for (const { who, count, pause, lag } of script) {
            const name = `Person ${who}`
            const spoken = say({ name, from, count })
            words.push(...spoken)
            truth.push(...spoken.map(() => name))
            const end = from + count * wordMs
            // Speakers who stop before the service reacts are never reported.
            if (lag < count * wordMs && turns.at(-1)?.name !== name) turns.push({ at: from + lag, name })
            from = end + pause
          }
          namesOf(words, turns).forEach((name, index) => {
            counts[name === null ? 'unnamed' : name === truth[index] ? 'right' : 'wrong']++
          })
        }),
        { numRuns: 60, seed: people },
      )
      const all = counts.right + counts.wrong + counts.unnamed
      expect(counts.wrong / all).toBeLessThan(0.02)
      expect(counts.right / all).toBeGreaterThan(0.6)
    },
  )
})
