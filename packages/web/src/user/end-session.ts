import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, type AnyRouter } from '@tanstack/react-router'
import { api } from '../platform/api/api.ts'
import { clearPersonalSettings } from '../platform/browser-storage.ts'
import { dropToken } from '../platform/session/session-token.ts'
import { signInAddress } from './sign-in-address.ts'

/** Comments that were written and not sent. */
const unsent = ['knowreel.comment']

/** Forgets the session in this browser and goes to the sign-in page; with `comeBack`, signing in leads here again. */
export function endSession(router: AnyRouter, queryClient: QueryClient, { comeBack }: { comeBack: boolean }): void {
  const place = router.latestLocation
  if (place.pathname.startsWith('/login')) return
  dropToken()
  clearPersonalSettings(comeBack ? unsent : [])
  queryClient.clear()
  router.history.replace(comeBack ? signInAddress(place.href) : '/login')
}

/** Ends the session on the server and here. Without the server it ends here all the same, and there by itself in time. */
export function useLogOut(): () => void {
  const router = useRouter()
  const queryClient = useQueryClient()
  return () => {
    void api.session
      .logOut()
      .catch(() => undefined)
      .then(() => Promise.all([forgetNotes(), forgetRecordings()]))
      .then(() => endSession(router, queryClient, { comeBack: false }))
  }
}

/** Uploads go on when the same person is back; copies of their files do not wait on a computer of others. */
async function forgetRecordings(): Promise<void> {
  try {
    const { leaveUploads } = await import('../video/index.ts')
    await leaveUploads()
  } catch {
    // Without a network its code may be missing; the next page of anybody removes what belongs to no upload.
  }
}

/** What was typed and not sent yet is only kept for who is signed in. */
async function forgetNotes(): Promise<void> {
  try {
    const { clearLocalNotes } = await import('../note/index.ts')
    await clearLocalNotes()
  } catch {
    // Without a network its code may be missing; then no note was open on this page either.
  }
}
