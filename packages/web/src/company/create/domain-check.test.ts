import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitForDomain } from './domain-check.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Milliseconds since the start, per attempt. */
function listen(isReady: (attempt: number, signal: AbortSignal) => Promise<boolean>) {
  const begun = Date.now()
  const asked: number[] = []
  const abort = new AbortController()
  const done = waitForDomain({
    isReady: (signal) => isReady(asked.length, signal),
    onAttempt: () => asked.push(Date.now() - begun),
    signal: abort.signal,
  })
  return { asked, done, abort }
}

it('checks immediately, and stops when the company responds', async () => {
  const { asked, done } = listen(async () => true)
  await expect(done).resolves.toBe(true)
  expect(asked).toEqual([0])
})

it('checks 20 times, after pauses that double from 6 s to 80 s', async () => {
  const { asked, done } = listen(async () => false)
  await vi.runAllTimersAsync()
  await expect(done).resolves.toBe(false)
  const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
  expect(pauses).toEqual([6000, 12_000, 24_000, 48_000, ...Array<number>(15).fill(80_000)])
})

it('waits at most 5 s for each response, and then aborts the request', async () => {
  const signals: AbortSignal[] = []
  const { asked, done } = listen((attempt, signal) => {
    signals.push(signal)
    return attempt === 1 ? new Promise(() => {}) : Promise.resolve(true)
  })
  await vi.advanceTimersByTimeAsync(4999)
  expect(signals[0]?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(signals[0]?.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(6000)
  await expect(done).resolves.toBe(true)
  expect(asked).toEqual([0, 11_000])
})

it('a failed request counts as no and does not end the checks', async () => {
  const { done } = listen((attempt) => (attempt < 3 ? Promise.reject(new Error('offline')) : Promise.resolve(true)))
  await vi.runAllTimersAsync()
  await expect(done).resolves.toBe(true)
})

it('can be cancelled during a pause', async () => {
  const { asked, done, abort } = listen(async () => false)
  await vi.advanceTimersByTimeAsync(1000)
  abort.abort()
  await expect(done).resolves.toBe(false)
  expect(asked).toEqual([0])
})
