import { useEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { companyRefusal, decideStatePage, membershipStateOf } from '@knowreel/shared/company/company-state.rules.ts'
import { endSession, useMe, useSession } from '../../user/index.ts'
import { openCreateCompany } from '../company.dialogs.ts'

/**
 * Redirects a signed-in person by the decision table. Does nothing while their state is unknown, or if fetching it
 * fails.
 */
export function useMembershipGuard(): void {
  const me = useMe()
  const pathname = useLocation({ select: (location) => location.pathname })
  const router = useRouter()
  const queryClient = useQueryClient()
  const isAsked = useRef(false)

  useEffect(() => {
    if (!me) return
    const decision = decideStatePage(membershipStateOf(me), pathname)
    switch (decision.kind) {
      case 'go':
        router.history.replace(decision.to, undefined, { ignoreBlocker: true })
        break
      case 'logOut':
        endSession(router, queryClient, { returnsAfterSignIn: false })
        break
      case 'createCompany':
        if (pathname !== '/') router.history.replace('/', undefined, { ignoreBlocker: true })
        else if (!isAsked.current && me.user.abilities.createCompany) {
          isAsked.current = true
          openCreateCompany()
        }
        break
      case 'stay':
    }
  }, [me, pathname, router, queryClient])
}

/**
 * Whether the server gives the session the content of its company. False while loading; if that fails, each request
 * is decided by the server.
 */
export function useHasCompanyAccess(): boolean {
  const { data, isError } = useSession()
  return data ? companyRefusal(data.user) === null : isError
}
