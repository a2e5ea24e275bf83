type Ticker = {
  readonly start: (intervalMs: number) => void
  /** The work of the last tick is done. */
  readonly handled: () => void
}

/**
 * Ticks at an interval, and leaves out ticks while the last one is being handled. On a slow computer they would queue up,
 * and everything else that the page does would wait behind them.
 */
export function createTicker(tick: () => void): Ticker {
  let isHandled = true
  return {
    start: (intervalMs) =>
      void setInterval(() => {
        if (!isHandled) return
        isHandled = false
        tick()
      }, intervalMs),
    handled: () => {
      isHandled = true
    },
  }
}
