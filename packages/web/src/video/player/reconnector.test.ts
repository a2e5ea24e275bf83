import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createReconnector } from './reconnector.ts'

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
    const reconnecting = createReconnector(again)
    machine.onLine = false
    reconnecting.reportLost()
    vi.advanceTimersByTime(600_000)
    expect(again).not.toHaveBeenCalled()
    page.dispatchEvent(new Event('online'))
    expect(again).toHaveBeenCalledTimes(1)
    reconnecting.stop()
  })

  it('retries less and less often while online, and gives up', () => {
    const again = vi.fn(() => reconnecting.reportLost())
    const reconnecting = createReconnector(again)
    reconnecting.reportLost()
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
    const reconnecting = createReconnector(again)
    for (let times = 0; times < 20; times++) {
      reconnecting.reportLost()
      vi.advanceTimersByTime(3000)
      reconnecting.reportRecovered()
    }
    expect(again).toHaveBeenCalledTimes(20)
    reconnecting.stop()
  })

  it('does nothing when nothing was lost, or after it was stopped', () => {
    const again = vi.fn()
    const reconnecting = createReconnector(again)
    page.dispatchEvent(new Event('online'))
    reconnecting.reportLost()
    reconnecting.stop()
    page.dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(600_000)
    expect(again).not.toHaveBeenCalled()
  })
})
