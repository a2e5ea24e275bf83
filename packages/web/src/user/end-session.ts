import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { clearPersonalSettings } from '../platform/browser-storage.ts'
import { removeToken } from '../platform/session/session-token.ts'
import { signInPath } from './sign-in-url.ts'

/** Comments that were written but not sent. */
const unsentKeys = ['knowreel.comment']

/** Set between the request to sign out and its end here: until then, other requests may be refused with 401. */
let isSigningOut = false

export function beginSignOut(): void {
  isSigningOut = true
}

/** Drops the session in this browser and opens the sign-in page; with `restart`, signing in returns here. */
export function endSession(
  router: AnyRouter,
  queryClient: QueryClient,
  { returnsAfterSignIn }: { returnsAfterSignIn: boolean },
): void {
  const location = router.latestLocation
  if (returnsAfterSignIn && (isSigningOut || location.pathname.startsWith('/login'))) return
  isSigningOut = false
  removeToken()
  clearPersonalSettings(returnsAfterSignIn ? unsentKeys : [])
  queryClient.clear()
  // Nothing can be saved any more.
  router.history.replace(returnsAfterSignIn ? signInPath(location.href) : '/login', undefined, { ignoreBlocker: true })
}
