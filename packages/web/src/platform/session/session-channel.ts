/**
 * The channel on which the tabs of one host notify each other that the session has changed; the session itself is only
 * in the cookie.
 */
const channelName = 'knowreel.session'

export function announceSessionChange(): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(null)
  channel.close()
}

export function onSessionChange(listener: () => void): void {
  if (typeof BroadcastChannel === 'undefined') return
  new BroadcastChannel(channelName).addEventListener('message', listener)
}
