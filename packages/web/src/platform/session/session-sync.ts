/**
 * All tabs share one session cookie, but each goes on with the session it began with: nothing of one company may be asked
 * for or saved with the session of another. A tab that learns of a change leaves what it shows and starts anew.
 */
import { onSessionAnnounced } from './session-channel.ts'
import { isSessionElsewhere } from './session-token.ts'

/** Milliseconds after which the cookie is read again: a message between tabs may be quicker than what it tells of. */
const cookieMs = [200, 2000]

/** Calls `leave` once another tab has changed the session; tabs that slept find out when they are looked at. */
export function followOtherTabs(leave: () => void): void {
  const later = new Set<ReturnType<typeof setTimeout>>()
  const check = () => {
    if (!isSessionElsewhere()) return
    for (const timer of later) clearTimeout(timer)
    leave()
  }
  onSessionAnnounced(() => {
    check()
    for (const ms of cookieMs) later.add(setTimeout(check, ms))
  })
  for (const event of ['focus', 'pageshow']) window.addEventListener(event, check)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
}
