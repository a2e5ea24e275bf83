import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../platform/api/api.ts'
import { meQuery, useMe } from '../../user/index.ts'
import * as texts from '../texts.ts'
import { StatePage } from './state-page.tsx'

const recheckMs = 10_000

/** Shown while the company is deactivated; redirects home automatically once it is active again. */
export function InactivePage() {
  const queryClient = useQueryClient()
  const status = useQuery({
    queryKey: ['company', 'status'],
    queryFn: ({ signal }) => api.company.status({}, { signal }),
    staleTime: 0,
    refetchInterval: recheckMs,
    meta: { isErrorShown: true },
  })
  const isActivated = status.data?.isActivated
  useEffect(() => {
    if (isActivated) void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
  }, [isActivated, queryClient])

  const user = useMe()?.user
  const canRenew = user?.role === 'owner' || user?.role === 'admin'
  return (
    <StatePage
      pageTitle={texts.companyDeactivated}
      title={user?.company ? texts.companyTitleIsDeactivated(user.company.title) : texts.theCompanyIsDeactivated}
      text={canRenew ? texts.updateSubscriptionInCompanySettings : texts.pleaseContactYourAdministrator}
    />
  )
}
