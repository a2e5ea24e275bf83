const firstDelayMs = 1_000
const maxDelayMs = 30_000

/**
 * Loads code that may arrive late, retrying until it has. A part that fails for good would take down the whole page,
 * and with it an editor in use. Offline nothing is tried, because browsers remember a failed load (outdated-build.ts
 * then reports it).
 */
export async function loadWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let pauseMs = firstDelayMs; ; pauseMs = Math.min(2 * pauseMs, maxDelayMs)) {
    if (navigator.onLine === false) await waitUntilOnline()
    try {
      return await load()
    } catch {
      await waitUntilOnline(pauseMs)
    }
  }
}

/** Until the network is back, or at most this long. */
const waitUntilOnline = (pauseMs?: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = pauseMs === undefined ? undefined : setTimeout(end, pauseMs)
    window.addEventListener('online', end)
  })
