/**
 * Retries automatically after a lost connection: immediately when the browser comes online, and at intervals, because a
 * server can be down without the browser knowing. After a few failed tries the user has to retry.
 */
type Reconnector = {
  reportLost(): void
  /** Playback succeeds again, or the user has taken over. */
  reportRecovered(): void
  stop(): void
}

const initialRetryMs = 3000
const maxRetryMs = 60_000
const maxAttempts = 8

export function createReconnector(again: () => void): Reconnector {
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
    reportLost() {
      isLost = true
      clearTimeout(timer)
      // Offline there is nothing to try; the browser's `online` event resumes.
      if (!navigator.onLine || tries >= maxAttempts) return
      timer = setTimeout(go, Math.min(maxRetryMs, initialRetryMs * 2 ** tries++))
    },
    reportRecovered() {
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
