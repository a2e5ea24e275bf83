import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createReconnecting } from './reconnecting.ts'

const page = new EventTarget()
const machine = { onLine: true }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', page)
  vi.stubGlobal('navigator', machine)
  machine.onLine = true
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('after a lost connection, the player', () => {
  it('retries as soon as the browser is online again', () => {
    const again = vi.fn()
    const reconnecting = createReconnecting(again)
    machine.onLine = false
    reconnecting.lost()
    vi.advanceTimersByTime(600_000)
    expect(again).not.toHaveBeenCalled()
    page.dispatchEvent(new Event('online'))
    expect(again).toHaveBeenCalledTimes(1)
    reconnecting.stop()
  })

  it('retries less and less often while online, and gives up', () => {
    const again = vi.fn(() => reconnecting.lost())
    const reconnecting = createReconnecting(again)
    reconnecting.lost()
    vi.advanceTimersByTime(3000)
    expect(again).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(3000)
    expect(again).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(3000)
    expect(again).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(3_600_000)
    expect(again).toHaveBeenCalledTimes(8)
    reconnecting.stop()
  })

  it('starts counting anew after playback succeeded in between', () => {
    const again = vi.fn()
    const reconnecting = createReconnecting(again)
    for (let times = 0; times < 20; times++) {
      reconnecting.lost()
      vi.advanceTimersByTime(3000)
      reconnecting.over()
    }
    expect(again).toHaveBeenCalledTimes(20)
    reconnecting.stop()
  })

  it('does nothing when nothing was lost, or after it was stopped', () => {
    const again = vi.fn()
    const reconnecting = createReconnecting(again)
    page.dispatchEvent(new Event('online'))
    reconnecting.lost()
    reconnecting.stop()
    page.dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(600_000)
    expect(again).not.toHaveBeenCalled()
  })
})
