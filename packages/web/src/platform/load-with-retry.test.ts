import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadWithRetry } from './load-with-retry.ts'

let network: EventTarget & { onLine: boolean }

beforeEach(() => {
  vi.useFakeTimers()
  network = Object.assign(new EventTarget(), { onLine: true })
  vi.stubGlobal('navigator', network)
  vi.stubGlobal('window', network)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('retries at growing intervals until it has loaded', async () => {
  let tries = 0
  const loaded = loadWithRetry(() => {
    tries += 1
    return tries < 5 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve('here')
  })
  await vi.advanceTimersByTimeAsync(6_900)
  expect(tries).toBe(3)
  await vi.advanceTimersByTimeAsync(8_100)
  await expect(loaded).resolves.toBe('here')
})

it('retries immediately when the network is back', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  load.mockResolvedValueOnce('here')
  const loaded = loadWithRetry(load)
  await vi.advanceTimersByTimeAsync(10)
  network.dispatchEvent(new Event('online'))
  await expect(loaded).resolves.toBe('here')
})

it('does not try without a network', async () => {
  network.onLine = false
  const load = vi.fn(() => Promise.resolve('here'))
  const loaded = loadWithRetry(load)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(load).not.toHaveBeenCalled()
  network.onLine = true
  network.dispatchEvent(new Event('online'))
  await expect(loaded).resolves.toBe('here')
})
