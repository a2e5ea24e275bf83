import { expect, test } from 'vitest'
import { buildReaction } from './timeline-markers.fixture.ts'
import { withPendingReactions } from './pending-reactions.ts'

const anchor = { paragraphId: 'a', videoId: 'v', videoTime: 10, time: 10 }
const known = [buildReaction('r1', anchor), buildReaction('r2', { ...anchor, time: 20 })]

test('pending reactions are shown once, and ones being removed are hidden', () => {
  const pending = buildReaction('mine', { ...anchor, time: 30 })
  expect(withPendingReactions(known, [], [])).toBe(known)
  expect(withPendingReactions(known, [pending], ['r1']).map(({ id }) => id)).toEqual(['r2', 'mine'])
  const answered = [...known, buildReaction('r3', { ...anchor, time: 30 })]
  expect(withPendingReactions(answered, [pending], []).map(({ id }) => id)).toEqual(['r1', 'r2', 'r3'])
})

test('the same moment with another emoji is another reaction', () => {
  const other = buildReaction('mine', anchor, { icon: '👍' })
  expect(withPendingReactions(known, [other], [])).toHaveLength(3)
})
