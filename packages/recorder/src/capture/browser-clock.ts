import type { Clock } from './capture-ports.ts'

export const browserClock: Clock = {
  now: () => performance.now(),
  wallTime: () => Date.now(),
  wait: (ms, signal) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason as Error)
      })
    }),
}
