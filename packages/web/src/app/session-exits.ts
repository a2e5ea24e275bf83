import type { QueryClient } from '@tanstack/react-query'
import { setSessionExits } from '../platform/api/handle-error.ts'
import { showError } from '../ui/toast.ts'
import { endSession, meQuery } from '../user/index.ts'
import type { AppRouter } from './router.tsx'

/** Tells the data layer where the answers that end a session lead to. */
export function connectSessionExits(router: AppRouter, queryClient: QueryClient): void {
  setSessionExits({
    logOut: () => endSession(router, queryClient, { comeBack: true }),
    goTo: (path) => void router.navigate({ to: path, replace: true }),
    hasOtherCompany: () => {
      const me = queryClient.getQueryData(meQuery.queryKey)
      return me?.companies.some(({ id, status }) => status === 'active' && id !== me.user.company?.id) ?? false
    },
    say: showError,
  })
}
