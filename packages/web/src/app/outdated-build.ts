import { readSetting, writeSetting } from '../platform/browser-storage.ts'

const key = 'knowreel.reloaded-at'
const pauseMs = 30_000

/**
 * After a new version is installed, a page opened before asks for files that are gone. Loading it again gets the new
 * ones; once within half a minute, so that a file that is really missing does not turn into an endless loop. A page that
 * was without a connection is left alone: browsers keep to what they could not load then, nothing has to be outdated, and
 * it may hold what could not be saved yet.
 */
export function reloadOnceWhenOutdated(): void {
  let wasOffline = false
  window.addEventListener('offline', () => {
    wasOffline = true
  })
  window.addEventListener('vite:preloadError', (event) => {
    if (wasOffline || !navigator.onLine || Date.now() - Number(readSetting(key) ?? 0) < pauseMs) return
    event.preventDefault()
    writeSetting(key, String(Date.now()))
    location.reload()
  })
}
