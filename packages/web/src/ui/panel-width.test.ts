import { expect, it } from 'vitest'
import { clampPanelWidth, readPanelWidth } from './panel-width.ts'

it('keeps the second sidebar between 345 and 600', () => {
  expect([100, 345, 400.6, 600, 4000].map(clampPanelWidth)).toEqual([345, 345, 401, 600, 600])
})

it('is 345 where nothing is remembered', () => {
  expect(readPanelWidth()).toBe(345)
})
