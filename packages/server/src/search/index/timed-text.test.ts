import { anyTree, paragraph, piece } from '@knowreel/shared/video/paragraph/paragraph-tree.fixture.ts'
import { positionsOf } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { occurrences } from '@knowreel/shared/video/play-map.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passagesOf, timeAt, type TimedSpan } from './timed-text.ts'

const words = (videoId: string, text: string, msPerWord = 400): TimedSpan[] =>
  text.split(' ').map((word, n) => ({ videoId, start: n * msPerWord, end: n * msPerWord + msPerWord - 50, text: word }))

test('the words of a recording are a text with the time of each second', () => {
  const tree = [paragraph('p', [piece('v', 0, 10_000)])]
  expect(passagesOf(tree, words('v', 'the red valve closes first'))).toEqual([
    { startsAt: 0, text: 'the red valve closes first', marks: [0, 0, 14, 1200] },
  ])
  expect(timeAt([0, 0, 14, 1200], 13)).toBe(0)
  expect(timeAt([0, 0, 14, 1200], 14)).toBe(1200)
})

test('what was cut out is not there, and what is left has the times of the article', () => {
  const tree = [paragraph('p', [piece('v', 1600, 800), piece('v', 0, 400)])]
  expect(passagesOf(tree, words('v', 'one two three four five six'))).toEqual([
    { startsAt: 0, text: 'five six one', marks: [0, 0] },
  ])
})

test('characters outside the basic plane and spaces count as code points', () => {
  const spans = [
    { videoId: 'v', start: 0, end: 500, text: ' 🎉🎉 ' },
    { videoId: 'v', start: 2000, end: 2500, text: 'done' },
  ]
  expect(passagesOf([paragraph('p', [piece('v', 0, 5000)])], spans)).toEqual([
    { startsAt: 0, text: '🎉🎉 done', marks: [0, 0, 3, 2000] },
  ])
})

test('texts that appear together begin at different times, so that each is an entry', () => {
  const spans = [0, 1, 2].map((n) => ({ videoId: 'v', start: 100, end: 900, text: `${n}`.repeat(900) }))
  expect(passagesOf([paragraph('p', [piece('v', 0, 5000)])], spans).map(({ startsAt }) => startsAt)).toEqual([
    100, 101, 102,
  ])
})

test('in any play map, each word is found wherever it is played and nowhere else', () => {
  const spans = ['v1', 'v2'].flatMap((videoId) =>
    Array.from({ length: 35 }, (_, n) => ({ videoId, start: n * 100, end: n * 100 + 1, text: `${videoId}w${n}` })),
  )
  fc.assert(
    fc.property(anyTree, (tree) => {
      const expected = positionsOf(tree).flatMap(({ paragraph: { map }, start }) =>
        spans.flatMap(({ videoId, start: at, text }) =>
          occurrences(map, videoId, at).map((time) => `${start + time} ${text}`),
        ),
      )
      const found = passagesOf(tree, spans).flatMap(({ text, marks }) => {
        let offset = 0
        return text.split(' ').map((word) => {
          const time = timeAt(marks, offset)
          offset += word.length + 1
          return { word, time }
        })
      })
      const namesOf = (all: readonly string[]) => all.map((one) => one.split(' ').at(-1) ?? '').toSorted()
      expect(namesOf(found.map(({ word }) => word))).toEqual(namesOf(expected))
      for (const { word, time } of found)
        expect(
          expected.some((one) => one.endsWith(` ${word}`) && Math.abs(Number.parseInt(one, 10) - time) <= 1000),
        ).toBe(true)
    }),
  )
})
