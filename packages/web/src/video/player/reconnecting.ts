/**
 * Retries automatically after a lost connection: immediately when the browser comes online, and at intervals, because a
 * server can be down without the browser knowing. After a few failed tries the user has to retry.
 */
type Reconnecting = {
  lost(): void
  /** Playback succeeds again, or the user has taken over. */
  over(): void
  stop(): void
}

const firstWaitMs = 3000
const longestWaitMs = 60_000
const mostTries = 8

export function createReconnecting(again: () => void): Reconnecting {
  let isLost = false
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const go = () => {
    clearTimeout(timer)
    if (!isLost) return
    isLost = false
    again()
  }
  window.addEventListener('online', go)

  return {
    lost() {
      isLost = true
      clearTimeout(timer)
      // Offline there is nothing to try; the browser's `online` event resumes.
      if (!navigator.onLine || tries >= mostTries) return
      timer = setTimeout(go, Math.min(longestWaitMs, firstWaitMs * 2 ** tries++))
    },
    over() {
      isLost = false
      tries = 0
      clearTimeout(timer)
    },
    stop() {
      isLost = false
      clearTimeout(timer)
      window.removeEventListener('online', go)
    },
  }
}
