import { expect, it } from 'vitest'
import { pageCount, rangeText, parsePage } from './page-range.ts'

it('a page has twenty rows', () => {
  expect([0, 1, 20, 21, 45].map((count) => pageCount(count))).toEqual([1, 1, 1, 2, 3])
  expect(rangeText(1, 45)).toBe('1–20 of 45')
  expect(rangeText(3, 45)).toBe('41–45 of 45')
})

it('omits the number of the first page, and treats an invalid number as the first', () => {
  expect([1, 3, -1, 1.5, 'x', '4', undefined].map(parsePage)).toEqual([
    undefined,
    3,
    undefined,
    undefined,
    undefined,
    4,
    undefined,
  ])
})
