/** How the tabs of one host tell each other that the session has changed; who has what stands in the cookie alone. */
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
