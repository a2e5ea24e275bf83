import type { QueryClient } from '@tanstack/react-query'
import { setSessionErrorHandlers } from '../platform/api/handle-error.ts'
import { parentHost } from '../platform/session/parent-host.ts'
import { hasSessionCookie, hasSessionChangedElsewhere } from '../platform/session/session-token.ts'
import { showError } from '../ui/toast/toast.ts'
import { endSession, meQuery } from '../user/index.ts'
import type { AppRouter } from './router.tsx'
import { onSessionChange } from '../platform/session/session-channel.ts'

/** Milliseconds after which the cookie is read again: a message between tabs may arrive before its cookie. */
const cookieRecheckDelaysMs = [200, 2000]

/**
 * Calls `leave` once another tab has changed the session: all tabs share one cookie, and nothing of one company may be
 * requested or saved with the session of another. Suspended tabs notice when they become visible.
 */
function watchOtherTabs(leave: () => void): void {
  const later = new Set<ReturnType<typeof setTimeout>>()
  const check = () => {
    if (!hasSessionChangedElsewhere()) return
    for (const timer of later) clearTimeout(timer)
    leave()
  }
  onSessionChange(() => {
    check()
    for (const ms of cookieRecheckDelaysMs) later.add(setTimeout(check, ms))
  })
  for (const event of ['focus', 'pageshow']) window.addEventListener(event, check)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
}

/** Connects the data layer to the pages that its session errors lead to. */
export function connectSessionErrorHandlers(
  router: AppRouter,
  queryClient: QueryClient,
  report: (error: unknown) => void,
): void {
  setSessionErrorHandlers({
    // Another tab may have started a session in the meantime: then this page restarts with that one.
    logOut: () =>
      hasSessionChangedElsewhere()
        ? reloadWithCurrentSession()
        : endSession(router, queryClient, { returnsAfterSignIn: true }),
    goTo: (path) => {
      // The guard of the page redirects by the present state; cached state would redirect back again.
      queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => router.navigate({ to: path, replace: true }))
    },
    recheck: () => void queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
    hasOtherCompany: () => {
      const me = queryClient.getQueryData(meQuery.queryKey)
      return me?.companies.some(({ id, status }) => status === 'active' && id !== me.user.company?.id) ?? false
    },
    notify: showError,
    report,
  })
}

export const followSessionChanges = (): void => watchOtherTabs(reloadWithCurrentSession)

/** This page may show content of another company than the session has now; companies' own hosts keep their company. */
function reloadWithCurrentSession(): void {
  if (!hasSessionCookie() || parentHost() !== null) location.reload()
  else location.assign('/')
}
