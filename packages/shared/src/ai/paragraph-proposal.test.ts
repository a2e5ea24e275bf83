import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newKey } from '../identity/ids.ts'
import { minPartMs, minStartDistance, validateTree } from '../video/paragraph/paragraph-tree.rules.ts'
import { articleMap, positionsOf, type ParagraphTree } from '../video/paragraph/paragraph-tree.ts'
import { isSameMap, wholeRecording } from '../video/play-map.ts'
import {
  acceptProposal,
  arrangeProposals,
  revokeProposal,
  snapToSilence,
  titleAtProposal,
  withRanges,
} from './paragraph-proposal.ts'

const duration = 120_000
const whole: ParagraphTree = [
  { id: 'first', title: 'Paragraph #1', tags: [], isExpanded: true, map: wholeRecording('v', duration), items: [] },
]
const start = (title: string, at: number, level: 1 | 2 = 1) => ({ title, start: at, level })
const shape = (tree: ParagraphTree) =>
  positionsOf(tree).map(({ paragraph, start: at, parentId }) => [paragraph.title, at, parentId === null ? 1 : 2])

test('whatever a model writes, proposals are in order, inside, apart, and begin the article', () => {
  const proposal = fc.record({
    title: fc.oneof(fc.string(), fc.constant('Title')),
    start: fc.oneof(fc.integer({ min: -1e6, max: 1e6 }), fc.double()),
    level: fc.constantFrom(1 as const, 2 as const),
  })
  const silence = fc.integer({ min: 0, max: duration }).map((at) => ({ start: at, end: at + 800 }))
  fc.assert(
    fc.property(fc.array(proposal), fc.array(silence), (starts, silences) => {
      const arranged = arrangeProposals(starts, { duration, silences })
      if (arranged.length > 0) expect(arranged[0]).toMatchObject({ start: 0, level: 1 })
      arranged.forEach((one, at) => {
        expect(one.title.trim()).toBe(one.title)
        expect(one.title).not.toBe('')
        const before = arranged[at - 1]
        if (before === undefined) return
        expect(one.start - before.start).toBeGreaterThanOrEqual(Math.max(minPartMs, minStartDistance(duration)))
        expect(duration - one.start).toBeGreaterThanOrEqual(minPartMs)
      })
    }),
  )
})

test('a start moves to the end of the silence beside it', () => {
  const silences = [{ start: 10_000, end: 11_000 }]
  expect([9500, 10_500, 11_900, 14_000].map((time) => snapToSilence(time, silences))).toEqual([
    10_800, 10_800, 10_800, 14_000,
  ])
  expect([19_000, 25_000, 29_000].map((time) => snapToSilence(time, [{ start: 20_500, end: 30_000 }]))).toEqual([
    20_500, 25_000, 29_800,
  ])
})

test('ranges end at the next paragraph of the same level or above', () => {
  const ranges = withRanges([start('A', 0), start('B', 10_000, 2), start('C', 30_000)], duration, () => null)
  expect(ranges.map(({ position, duration: length }) => [position, length])).toEqual([
    [0, 30_000],
    [10_000, 20_000],
    [30_000, 90_000],
  ])
})

const proposals = withRanges(
  [start('A', 0), start('B', 10_000, 2), start('C', 30_000), start('D', 50_000, 2), start('E', 70_000, 2)],
  duration,
  () => null,
)

test('accepted in any order, they become the same tree, and the recording stays what it was', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(proposals, { minLength: proposals.length }), (order) => {
      const tree = order.reduce<ParagraphTree>((before, proposal) => acceptProposal(before, proposal, newKey()), whole)
      validateTree(tree)
      expect(isSameMap(articleMap(tree), articleMap(whole))).toBe(true)
      expect(shape(tree).map(([title, at]) => [title, at])).toEqual([
        ['A', 0],
        ['B', 10_000],
        ['C', 30_000],
        ['D', 50_000],
        ['E', 70_000],
      ])
      expect(shape(tree)[2]?.[2]).toBe(1)
    }),
  )
})

test('the first is the name of the paragraph that is there; accepting twice changes nothing', () => {
  const [first] = proposals
  if (first === undefined) throw new Error('no proposal')
  const once = acceptProposal(whole, first, newKey())
  expect(shape(once)).toEqual([['A', 0, 1]])
  expect(shape(acceptProposal(once, first, newKey()))).toEqual([['A', 0, 1]])
})

test('an accepted one can be taken back', () => {
  const [first, , third] = proposals
  if (first === undefined || third === undefined) throw new Error('no proposal')
  expect(shape(revokeProposal(acceptProposal(whole, third, newKey()), third, null))).toEqual([['Paragraph #1', 0, 1]])
  const former = titleAtProposal(whole, first)
  expect(shape(revokeProposal(acceptProposal(whole, first, newKey()), first, former))).toEqual([['Paragraph #1', 0, 1]])
  expect(titleAtProposal(whole, third)).toBeNull()
})
