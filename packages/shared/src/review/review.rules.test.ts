import { expect, test } from 'vitest'
import { addMonths, reviewState } from './review.rules.ts'

test.each([
  ['2026-11-25', 3, '2027-02-25'],
  ['2026-11-30', 3, '2027-02-28'],
  ['2027-12-31', 2, '2028-02-29'],
  ['2026-08-31', 1, '2026-09-30'],
])('%s and %i months is %s', (day, months, expected) => expect(addMonths(day, months)).toBe(expected))

test('a review is due on its day, and a confirmation counts until the article changes', () => {
  const reviewed = {
    reviewAt: '2026-11-25',
    confirmedAt: '2026-08-25T10:00:00.000Z',
    changedAt: '2026-08-01T00:00:00.000Z',
  }
  expect(reviewState(reviewed, '2026-11-24')).toBe('confirmed')
  expect(reviewState(reviewed, '2026-11-25')).toBe('due')
  expect(reviewState({ ...reviewed, changedAt: '2026-09-01T00:00:00.000Z' }, '2026-11-24')).toBe('open')
  expect(reviewState({ ...reviewed, confirmedAt: null }, '2026-11-24')).toBe('open')
})
