import type { QueryClient } from '@tanstack/react-query'
import { setSessionExits } from '../platform/api/handle-error.ts'
import { parentHost } from '../platform/session/parent-host.ts'
import { hasSessionCookie, isSessionElsewhere } from '../platform/session/session-token.ts'
import { showError } from '../ui/toast/toast.ts'
import { endSession, meQuery } from '../user/index.ts'
import type { AppRouter } from './router.tsx'
import { onSessionAnnounced } from '../platform/session/session-channel.ts'

/** Milliseconds after which the cookie is read again: a message between tabs may arrive before its cookie. */
const cookieMs = [200, 2000]

/**
 * Calls `leave` once another tab has changed the session: all tabs share one cookie, and nothing of one company may be
 * requested or saved with the session of another. Suspended tabs notice when they become visible.
 */
function followOtherTabs(leave: () => void): void {
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

/** Connects the data layer to the pages that its session errors lead to. */
export function connectSessionExits(router: AppRouter, queryClient: QueryClient): void {
  setSessionExits({
    // Another tab may have started a session in the meantime: then this page restarts with that one.
    logOut: () => (isSessionElsewhere() ? restart() : endSession(router, queryClient, { comeBack: true })),
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
  })
}

export const followSessionOfOtherTabs = (): void => followOtherTabs(restart)

/** This page may show content of another company than the session has now; companies' own hosts keep their company. */
function restart(): void {
  if (!hasSessionCookie() || parentHost() !== null) location.reload()
  else location.assign('/')
}
