import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { api } from '../platform/api/api.ts'
import { postToExtension } from '../platform/extension-message.ts'
import { confirmLeaving } from '../ui/dialog/leaving.ts'
import { beginSignOut, endSession } from './end-session.ts'

/**
 * Ends the session on the server and here, unless someone stays to keep unsaved work. If the server is unreachable it
 * still ends here, and expires there.
 */
export function useLogOut(): () => void {
  const router = useRouter()
  const queryClient = useQueryClient()
  const logOut = async (): Promise<void> => {
    if (!(await confirmLeaving())) return
    beginSignOut()
    postToExtension('api', 'signedOut', {})
    await api.session.logOut().catch(() => undefined)
    await Promise.all([clearStoredNotes(), clearStoredUploads()])
    endSession(router, queryClient, { returnsAfterSignIn: false })
  }
  return () => void logOut()
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
