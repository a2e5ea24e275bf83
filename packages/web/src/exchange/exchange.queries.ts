import { queryOptions } from '@tanstack/react-query'
import { isTransferOver } from '@knowreel/shared/exchange/exchange.rules.ts'
import { api } from '../platform/api/api.ts'

const keys = { all: ['transfers'], one: (id: string) => ['transfers', 'one', id] }

/** My imports and exports in this company. */
export const transfersQuery = queryOptions({
  queryKey: keys.all,
  queryFn: ({ signal }) => api.exchange.listJobs({}, { signal }),
  staleTime: 0,
  meta: { isErrorShown: true },
})

const lookAgainMs = 700

/** One of them, polled until it has ended. */
export const transferQuery = (id: string) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => api.exchange.getJob({ params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isTransferOver(state.data.job.status) ? false : lookAgainMs),
    staleTime: 0,
    meta: { isErrorShown: true },
  })

export const transferKeys = keys
