/**
 * The channel on which the tabs of one host notify each other that the session has changed; the session itself is only
 * in the cookie.
 */
const name = 'knowreel.session'

export function announceSession(): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(name)
  channel.postMessage(null)
  channel.close()
}

export function onSessionAnnounced(listener: () => void): void {
  if (typeof BroadcastChannel === 'undefined') return
  new BroadcastChannel(name).addEventListener('message', listener)
}
