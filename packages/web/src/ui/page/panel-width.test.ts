import { expect, it } from 'vitest'
import { clampPanelWidth, readPanelWidth } from './panel-width.ts'

it('limits the second sidebar to 345 to 600 px', () => {
  expect([100, 345, 400.6, 600, 4000].map(clampPanelWidth)).toEqual([345, 345, 401, 600, 600])
})

it('is 345 if none is stored', () => {
  expect(readPanelWidth()).toBe(345)
})
