/**
 * Tries again by itself what broke with the connection: at once when the browser says that there is one again, and now and
 * then, as a server can be away without the browser knowing. After a few tries in vain it is left to the person.
 */
type Reconnecting = {
  /** It broke. */
  lost(): void
  /** It goes well again, or somebody has taken it in hand. */
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
      // Without a network there is nothing to try; the browser tells when there is one.
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
