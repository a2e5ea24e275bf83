import type { QueryClient } from '@tanstack/react-query'
import { setSessionExits } from '../platform/api/handle-error.ts'
import { parentHost } from '../platform/session/parent-host.ts'
import { followOtherTabs } from '../platform/session/session-sync.ts'
import { hasSessionCookie, isSessionElsewhere } from '../platform/session/session-token.ts'
import { showError } from '../ui/toast.ts'
import { endSession, meQuery } from '../user/index.ts'
import type { AppRouter } from './router.tsx'

/** Tells the data layer where the answers that end a session lead to. */
export function connectSessionExits(router: AppRouter, queryClient: QueryClient): void {
  setSessionExits({
    // Another tab may have begun a session meanwhile: then this page starts anew with that one.
    logOut: () => (isSessionElsewhere() ? startAnew() : endSession(router, queryClient, { comeBack: true })),
    goTo: (path) => {
      // The guard of the page leads on by what is so now; by what this page knew it would lead back again.
      queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => router.navigate({ to: path, replace: true }))
    },
    recheck: () => void queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
    hasOtherCompany: () => {
      const me = queryClient.getQueryData(meQuery.queryKey)
      return me?.companies.some(({ id, status }) => status === 'active' && id !== me.user.company?.id) ?? false
    },
    say: showError,
  })
  followOtherTabs(startAnew)
}

/** What this page shows may be of another company than the session is now in; hosts of their own keep their company. */
function startAnew(): void {
  if (!hasSessionCookie() || parentHost() !== null) location.reload()
  else location.assign('/')
}
