import { expect, test } from 'vitest'
import { paragraph, piece } from '@knowreel/shared/video/paragraph/paragraph-tree.fixture.ts'
import { anchorAt } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { buildComment, buildReaction } from './timeline-markers.fixture.ts'
import { timelineMarkers } from './timeline-markers.ts'

const tree = [paragraph('a', [piece('v', 0, 5000)]), paragraph('b', [piece('w', 0, 5000)])]
const at = (time: number) => {
  const anchor = anchorAt(tree, time)
  if (anchor === null) throw new Error('Nothing is played there')
  return anchor
}

test('a reaction and the comment it came with are one marker', () => {
  const marks = timelineMarkers(
    tree,
    [buildReaction('r1', at(1000), { commentId: 'c1', icon: '👍' }), buildReaction('r2', at(7000))],
    [buildComment('c1', at(1000)), buildComment('c2', at(2000))],
  )
  expect(marks.map(({ id, icon, comment }) => [id, icon, comment?.id ?? null])).toEqual([
    ['r1', '👍', 'c1'],
    ['r2', '🔥', null],
    ['c2', null, 'c2'],
  ])
})

test('a reaction stays when its comment is deleted or hidden', () => {
  expect(timelineMarkers(tree, [buildReaction('r1', at(1000), { commentId: 'gone' })], [])).toMatchObject([
    { id: 'r1', comment: null },
  ])
})

test('comments without a time and resolved comments are not on the timeline', () => {
  const settled = buildComment('c2', at(10), { resolvedAt: '2026-11-22T10:00:00.000Z' })
  expect(timelineMarkers(tree, [], [buildComment('c1', null), settled])).toEqual([])
})

test('a reaction without an anchor stays at its time in its paragraph while the paragraph is long enough', () => {
  const bare = (time: number, paragraphId = 'b') =>
    buildReaction('r', at(0), { paragraphId, time, videoId: null, videoTime: null })
  expect(timelineMarkers(tree, [bare(1200)], [])[0]?.anchor).toEqual(at(6200))
  expect(timelineMarkers(tree, [bare(5000)], [])).toEqual([])
  expect(timelineMarkers(tree, [bare(10, 'gone')], [])).toEqual([])
})
