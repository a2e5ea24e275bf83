import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { checkoutPollMs, isPaidSubscription } from '@knowreel/shared/billing/billing.rules.ts'
import { api } from '../../platform/api/api.ts'
import { parentHost } from '../../platform/session/parent-host.ts'
import { useMe } from '../../user/index.ts'

/** After a payment: waits until the provider has reported it, then leads to the home page of the company's domain. */
export function useAwaitPaid(isPaid: boolean): void {
  const domain = useMe()?.user.company?.domain
  const { data } = useQuery({
    queryKey: ['company', 'paid-status', 'checkout'],
    queryFn: ({ signal }) => api.company.paidStatus({}, { signal }),
    enabled: isPaid,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: checkoutPollMs,
    // A payment is confirmed while its window is in the background too.
    refetchIntervalInBackground: true,
    // The next poll repeats it.
    retry: false,
    meta: { isErrorShown: true },
  })
  const status = data?.status
  const isConfirmed = status !== undefined && status !== 'none' && isPaidSubscription(status)
  useEffect(() => {
    // A new document, which the provider's script and the policy that allows it do not outlive.
    if (isPaid && isConfirmed)
      location.assign(parentHost() !== null && domain ? `${location.protocol}//${domain}/` : '/')
  }, [isPaid, isConfirmed, domain])
}
