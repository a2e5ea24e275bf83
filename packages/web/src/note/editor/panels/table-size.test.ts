import { expect, it } from 'vitest'
import { initialTableSize, gridSize, stepTableSize } from './table-size.ts'

it('starts with two by two in a grid of five by five', () => {
  expect(initialTableSize).toEqual({ rows: 2, cols: 2 })
  expect(gridSize(initialTableSize)).toEqual({ rows: 5, cols: 5 })
})

it('grows with the choice, up to ten by ten', () => {
  expect(gridSize({ rows: 5, cols: 4 })).toEqual({ rows: 6, cols: 5 })
  expect(gridSize({ rows: 10, cols: 9 })).toEqual({ rows: 10, cols: 10 })
})

it('moves with the arrow keys and stays inside', () => {
  expect(stepTableSize({ rows: 2, cols: 2 }, 'ArrowRight')).toEqual({ rows: 2, cols: 3 })
  expect(stepTableSize({ rows: 1, cols: 1 }, 'ArrowUp')).toEqual({ rows: 1, cols: 1 })
  expect(stepTableSize({ rows: 10, cols: 10 }, 'ArrowDown')).toEqual({ rows: 10, cols: 10 })
  expect(stepTableSize({ rows: 3, cols: 3 }, 'x')).toEqual({ rows: 3, cols: 3 })
})
