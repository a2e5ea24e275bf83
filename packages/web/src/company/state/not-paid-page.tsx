import { useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { api } from '../../platform/api/api.ts'
import { contactTarget } from '../../ui/contact-target.ts'
import { meQuery, useMe } from '../../user/index.ts'
import { companyInfoQuery } from '../company.queries.ts'
import * as texts from '../texts.ts'
import { StatePage } from './state-page.tsx'

const recheckMs = 30_000

/** For everyone but the owner while the company has not paid; redirects home automatically once it has. */
export function NotPaidPage() {
  const queryClient = useQueryClient()
  const paid = useQuery({
    queryKey: ['company', 'paid-status'],
    queryFn: ({ signal }) => api.company.paidStatus({}, { signal }),
    staleTime: 0,
    refetchInterval: recheckMs,
    meta: { isErrorShown: true },
  })
  const isPaid = paid.data?.status === 'active' || paid.data?.status === 'trialing'
  useEffect(() => {
    if (isPaid) void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
  }, [isPaid, queryClient])

  const user = useMe()?.user
  const company = user?.company
  const owner = useQuery({ ...companyInfoQuery(company?.id ?? ''), enabled: company != null }).data?.owner
  return (
    <StatePage
      pageTitle={texts.temporarilyDeactivated}
      title={texts.yourAccountHasBeenTemporarily}
      text={texts.companyTitleHasNoActiveSubscription(company?.title ?? texts.theCompany)}
    >
      {user?.supportContact ? (
        <Button component="a" {...contactTarget(user.supportContact)}>
          {texts.contactSupport}
        </Button>
      ) : (
        owner &&
        owner.id !== user?.id && (
          <Button component="a" href={`mailto:${owner.email}`}>
            {texts.contactPersonName(owner.name)}
          </Button>
        )
      )}
    </StatePage>
  )
}
