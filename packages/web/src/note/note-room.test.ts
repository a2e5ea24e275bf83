import { expect, it } from 'vitest'
import { roomLeft } from './note-room.tsx'

it('reports the remaining room only when it runs low', () => {
  expect(roomLeft(100)).toBeNull()
  expect(roomLeft(27_999)).toBeNull()
  expect(roomLeft(28_000)).toBe(2_000)
  expect(roomLeft(29_999)).toBe(1)
  expect(roomLeft(31_000)).toBe(0)
})
