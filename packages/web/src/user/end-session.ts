import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { api } from '../platform/api/api.ts'
import { clearPersonalSettings } from '../platform/browser-storage.ts'
import { postToExtension } from '../platform/extension-message.ts'
import { removeToken } from '../platform/session/session-token.ts'
import { signInPath } from './sign-in-url.ts'

/** Comments that were written but not sent. */
const unsentKeys = ['knowreel.comment']

/** Set between the request to sign out and its end here: until then, other requests may be refused with 401. */
let isSigningOut = false

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
  router.history.replace(returnsAfterSignIn ? signInPath(location.href) : '/login')
}

/** Ends the session on the server and here. If the server is unreachable it still ends here, and expires there. */
export function useLogOut(): () => void {
  const router = useRouter()
  const queryClient = useQueryClient()
  return () => {
    isSigningOut = true
    postToExtension('api', 'signedOut', {})
    void api.session
      .logOut()
      .catch(() => undefined)
      .then(() => Promise.all([clearStoredNotes(), clearStoredUploads()]))
      .then(() => endSession(router, queryClient, { returnsAfterSignIn: false }))
  }
}

/** Uploads resume when the same person returns; copies of their files must not stay on a shared computer. */
async function clearStoredUploads(): Promise<void> {
  try {
    const { clearUploads } = await import('../video/index.ts')
    await clearUploads()
  } catch {
    // Offline its code may be missing; the next page removes whatever belongs to no upload, whoever opens it.
  }
}

/** Unsent notes are kept only while their author is signed in. */
async function clearStoredNotes(): Promise<void> {
  try {
    const { clearLocalEdits } = await import('../note/index.ts')
    await clearLocalEdits()
  } catch {
    // Offline its code may be missing; then no note was open on this page either.
  }
}
