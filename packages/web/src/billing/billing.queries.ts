import { useEffect } from 'react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Subscription } from '@knowreel/shared/billing/billing.calls.ts'
import { isPaidSubscription } from '@knowreel/shared/billing/billing.rules.ts'
import { api } from '../platform/api/api.ts'
import { meQuery, useMe } from '../user/index.ts'

const keys = {
  all: ['billing'],
  subscription: ['billing', 'subscription'],
  history: ['billing', 'history'],
} as const

/** The effective subscription of the company; null without one. */
export const subscriptionQuery = queryOptions({
  queryKey: keys.subscription,
  queryFn: async ({ signal }): Promise<Subscription | null> =>
    (await api.billing.listSubscriptions({}, { signal })).subscriptions[0] ?? null,
  meta: { isErrorShown: true },
})

/** The subscription; a payment in another tab changes what the person may do here, too. */
export function useSubscription() {
  const query = useQuery(subscriptionQuery)
  const queryClient = useQueryClient()
  const wasPaid = useMe()?.user.company?.isPaid
  const isPaid = query.data === undefined ? undefined : query.data !== null && isPaidSubscription(query.data.status)
  useEffect(() => {
    if (isPaid !== undefined && wasPaid !== undefined && isPaid !== wasPaid)
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
  }, [isPaid, wasPaid, queryClient])
  return query
}

export const paymentMethodQuery = (subscriptionId: string) =>
  queryOptions({
    queryKey: ['billing', 'payment-method', subscriptionId],
    queryFn: async ({ signal }) =>
      (await api.billing.paymentMethod({ params: { id: subscriptionId } }, { signal })).paymentMethod,
    meta: { isErrorShown: true },
  })

export const pricesQuery = queryOptions({
  queryKey: ['billing', 'prices'],
  queryFn: ({ signal }) => api.billing.listPrices({}, { signal }),
  meta: { isErrorShown: true },
})

export const historyQuery = queryOptions({
  queryKey: keys.history,
  queryFn: ({ signal }) => api.billing.history({ query: {} }, { signal }),
  meta: { isErrorShown: true },
})

export const checkoutQuery = (transactionId: string) =>
  queryOptions({
    queryKey: ['billing', 'checkout', transactionId],
    queryFn: ({ signal }) => api.billing.checkout({ params: { id: transactionId } }, { signal }),
    // The payment does not change while its form is open.
    staleTime: Infinity,
    gcTime: 0,
    meta: { isErrorShown: true },
  })

export const seatCostQuery = queryOptions({
  queryKey: ['billing', 'seat-cost'],
  queryFn: async ({ signal }) => (await api.billing.seatCost({}, { signal })).seatCost,
  // Without a price the invitation can still be sent.
  meta: { isErrorShown: true },
})

/** Reads the payments from the provider before. */
export function useRefreshHistory() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.billing.history({ query: { refresh: '1' } }),
    async onSuccess(history) {
      queryClient.setQueryData(keys.history, history)
      await queryClient.invalidateQueries({ queryKey: keys.subscription })
    },
  })
}

function useSubscriptionChange<Input>(run: (input: Input) => Promise<{ subscription: Subscription }>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    async onSuccess({ subscription }) {
      queryClient.setQueryData(keys.subscription, subscription)
      await queryClient.invalidateQueries({ queryKey: keys.history })
    },
    // Also after a failure, which may mean that the state differs from the one shown.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.subscription }),
        queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
      ]),
  })
}

export const useCancelSubscription = () =>
  useSubscriptionChange((subscriptionId: string) => api.billing.pause({ body: { subscriptionId } }))

export const useResumeSubscription = () =>
  useSubscriptionChange((subscriptionId: string) => api.billing.resume({ body: { subscriptionId } }))

export const useChangePlan = () =>
  useSubscriptionChange((body: { subscriptionId: string; priceId: string }) => api.billing.update({ body }))
