import { expect, test } from 'vitest'
import { paragraph, piece } from '@knowreel/shared/video/paragraph/paragraph-tree.fixture.ts'
import { anchorAt } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { aComment, aReaction } from './timeline-marks.fixture.ts'
import { marksOf } from './timeline-marks.ts'

const tree = [paragraph('a', [piece('v', 0, 5000)]), paragraph('b', [piece('w', 0, 5000)])]
const at = (time: number) => {
  const anchor = anchorAt(tree, time)
  if (anchor === null) throw new Error('Nothing is played there')
  return anchor
}

test('a reaction and the comment it came with are one marker', () => {
  const marks = marksOf(
    tree,
    [aReaction('r1', at(1000), { commentId: 'c1', icon: '👍' }), aReaction('r2', at(7000))],
    [aComment('c1', at(1000)), aComment('c2', at(2000))],
  )
  expect(marks.map(({ id, icon, comment }) => [id, icon, comment?.id ?? null])).toEqual([
    ['r1', '👍', 'c1'],
    ['r2', '🔥', null],
    ['c2', null, 'c2'],
  ])
})

test('a reaction stays when its comment is deleted or hidden', () => {
  expect(marksOf(tree, [aReaction('r1', at(1000), { commentId: 'gone' })], [])).toMatchObject([
    { id: 'r1', comment: null },
  ])
})

test('comments without a time and resolved comments are not on the timeline', () => {
  const settled = aComment('c2', at(10), { resolvedAt: '2026-11-22T10:00:00.000Z' })
  expect(marksOf(tree, [], [aComment('c1', null), settled])).toEqual([])
})

test('a reaction without an anchor stays at its time in its paragraph while the paragraph is long enough', () => {
  const bare = (time: number, paragraphId = 'b') =>
    aReaction('r', at(0), { paragraphId, time, videoId: null, videoTime: null })
  expect(marksOf(tree, [bare(1200)], [])[0]?.anchor).toEqual(at(6200))
  expect(marksOf(tree, [bare(5000)], [])).toEqual([])
  expect(marksOf(tree, [bare(10, 'gone')], [])).toEqual([])
})
