import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { checkoutPollMs, checkoutRereadDelaysMs, isPaidSubscription } from '@knowreel/shared/billing/billing.rules.ts'
import { api } from '../../platform/api/api.ts'
import { readSessionSetting, writeSessionSetting } from '../../platform/browser-storage.ts'
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

/**
 * Whether the payment was made, and a function that says so. It stays made when a later read fails, also after a reload:
 * nobody pays twice.
 */
export function usePaid(transactionId: string, isReadPaid: boolean): [boolean, () => void] {
  const key = `knowreel.paid:${transactionId}`
  const [isRemembered, setRemembered] = useState(() => readSessionSetting(key) !== null)
  const isPaid = isRemembered || isReadPaid
  useEffect(() => {
    if (isPaid) writeSessionSetting(key, '1')
  }, [isPaid, key])
  return [isPaid, () => setRemembered(true)]
}

/** After a payment: reads it again with growing delays, for the server to apply it. False once it has stopped. */
export function useRereads(isPaid: boolean, read: () => Promise<unknown>): boolean {
  const [count, setCount] = useState(0)
  const delay = checkoutRereadDelaysMs[count]
  useEffect(() => {
    if (!isPaid || delay === undefined) return
    const timer = setTimeout(() => void read().finally(() => setCount(count + 1)), delay)
    return () => clearTimeout(timer)
  }, [isPaid, read, count, delay])
  return delay !== undefined
}
