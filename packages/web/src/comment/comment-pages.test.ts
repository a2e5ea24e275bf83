import { expect, it } from 'vitest'
import { reachesBackTo, isInLoadedRange, withOlderPage } from './comment-pages.ts'
import { createComment } from './comment.fixture.ts'

const list = (ids: readonly string[], before: string | null) => ({
  comments: ids.map((id) => createComment(id)),
  isTruncated: before !== null,
  before,
})

it('puts older ones first, each once and by age', () => {
  const both = withOlderPage(list(['1', '5', '6'], '5_b'), list(['1', '2', '3', '4'], '2_a'))
  expect(both.comments.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6'])
  expect(both.before).toBe('2_a')
})

it('reaches back as far as was read before, and no further', () => {
  expect(reachesBackTo(list(['5'], '5_a'), undefined)).toBe(true)
  expect(reachesBackTo(list(['5'], '5_a'), list(['5'], '5_a'))).toBe(true)
  expect(reachesBackTo(list(['5'], '9_a'), list(['5'], '10_a'))).toBe(true)
  expect(reachesBackTo(list(['5'], '10_a'), list(['5'], '9_a'))).toBe(false)
  expect(reachesBackTo(list(['5'], '5_b'), list(['5'], '5_a'))).toBe(false)
  expect(reachesBackTo(list(['5'], '5_a'), list(['5'], null))).toBe(false)
  expect(reachesBackTo(list(['5'], null), list(['5'], null))).toBe(true)
})

it('reports whether a comment is in the range that was read', () => {
  const one = { createdAt: '1970-01-01T00:00:00.007Z', id: 'b' }
  expect(isInLoadedRange(list([], null), one)).toBe(true)
  expect(isInLoadedRange(list([], '7_b'), one)).toBe(true)
  expect(isInLoadedRange(list([], '7_c'), one)).toBe(false)
  expect(isInLoadedRange(list([], '10_a'), one)).toBe(false)
})
