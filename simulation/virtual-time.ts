/** Timers and clocks that move only when the simulation says so; I/O in memory takes no time. */
import { vi } from 'vitest'

const realTurn = setImmediate

/** From now on all timers and clocks of this process are virtual. */
export function startVirtualTime(): void {
  vi.useFakeTimers({
    now: Date.parse('2026-11-23T12:00:00Z'),
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'setImmediate',
      'clearImmediate',
      'Date',
      'performance',
    ],
  })
}

export function endVirtualTime(): void {
  vi.useRealTimers()
}

/** Resolves once everything that can happen at the current moment has happened. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise<void>((resolve) => realTurn(resolve))
}

/** Fires the timers of the next `ms` milliseconds one by one, each with all its consequences. */
export async function pass(ms: number): Promise<void> {
  let isOver = false
  setTimeout(() => (isOver = true), ms)
  await settle()
  while (!isOver) {
    vi.advanceTimersToNextTimer()
    await settle()
  }
}
