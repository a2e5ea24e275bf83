import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTicker } from './ticker.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('ticks at the interval while each tick is handled in time', () => {
  let ticks = 0
  const ticker = createTicker(() => {
    ticks++
    ticker.handled()
  })
  ticker.start(100)
  vi.advanceTimersByTime(1000)
  expect(ticks).toBe(10)
})

test('ticks do not queue up behind one that takes long', () => {
  let ticks = 0
  const ticker = createTicker(() => ticks++)
  ticker.start(100)
  vi.advanceTimersByTime(1000)
  expect(ticks).toBe(1)
  ticker.handled()
  vi.advanceTimersByTime(100)
  expect(ticks).toBe(2)
})
