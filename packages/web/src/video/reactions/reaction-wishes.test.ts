import { expect, test } from 'vitest'
import { aReaction } from './timeline-marks.fixture.ts'
import { withWishes } from './reaction-wishes.ts'

const anchor = { paragraphId: 'a', videoId: 'v', videoTime: 10, time: 10 }
const known = [aReaction('r1', anchor), aReaction('r2', { ...anchor, time: 20 })]

test('pending reactions are shown once, and ones being removed are hidden', () => {
  const wish = aReaction('mine', { ...anchor, time: 30 })
  expect(withWishes(known, [], [])).toBe(known)
  expect(withWishes(known, [wish], ['r1']).map(({ id }) => id)).toEqual(['r2', 'mine'])
  const answered = [...known, aReaction('r3', { ...anchor, time: 30 })]
  expect(withWishes(answered, [wish], []).map(({ id }) => id)).toEqual(['r1', 'r2', 'r3'])
})

test('the same moment with another emoji is another reaction', () => {
  const other = aReaction('mine', anchor, { icon: '👍' })
  expect(withWishes(known, [other], [])).toHaveLength(3)
})
