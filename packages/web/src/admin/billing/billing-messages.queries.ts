import type { UnappliedOutcome } from '@knowreel/shared/billing/billing-admin.calls.ts'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'

const key = ['admin', 'billing-messages'] as const

export const unappliedEventsQuery = (outcome: UnappliedOutcome | undefined) =>
  queryOptions({
    queryKey: [...key, outcome],
    queryFn: ({ signal }) => api.billingAdmin.unapplied({ query: { outcome } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { isErrorShown: true },
  })

export function useReplayUnapplied() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (eventId: string) => api.billingAdmin.replayUnapplied({ body: { eventId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}
