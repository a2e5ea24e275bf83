import { expect, it } from 'vitest'
import { remainingLength } from './remaining-characters.tsx'

it('reports the remaining room only when it runs low', () => {
  expect(remainingLength(100)).toBeNull()
  expect(remainingLength(27_999)).toBeNull()
  expect(remainingLength(28_000)).toBe(2_000)
  expect(remainingLength(29_999)).toBe(1)
  expect(remainingLength(31_000)).toBe(0)
})
