const firstPauseMs = 1_000
const longestPauseMs = 30_000

/**
 * For code of parts that may come late: asks for it until it has arrived. A part that fails for good would take the
 * whole page along, and with it the editor somebody writes in. Without a network nothing is asked for: browsers keep to
 * what they could not load once (outdated-build.ts says so then), so it is better not to try.
 */
export async function untilLoaded<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    if (navigator.onLine === false) await onlineOr()
    try {
      return await load()
    } catch {
      await onlineOr(pauseMs)
    }
  }
}

/** Until the network comes back, or for so long. */
const onlineOr = (pauseMs?: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = pauseMs === undefined ? undefined : setTimeout(end, pauseMs)
    window.addEventListener('online', end)
  })
