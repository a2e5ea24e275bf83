import type { billingAdminCalls, UnappliedOutcome } from '@knowreel/shared/billing/billing-admin.calls.ts'
import type { CallRequest } from '@knowreel/shared/catalogue/call.ts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { AdminUser } from '@knowreel/shared/admin/admin.calls.ts'
import { companiesPerPage } from '@knowreel/shared/admin/admin.rules.ts'
import { api } from '../platform/api/api.ts'
import type { AdminSearch } from './admin-search.ts'

const keys = {
  all: ['admin'],
  companies: ['admin', 'companies'],
  company: ['admin', 'company'],
  jobs: ['admin', 'jobs'],
} as const

/** An empty search is `0` on the wire; the server removes the space of one for “0”. */
function pathOf(q: string | undefined): string {
  const searched = q?.trim() ?? ''
  return searched === '0' ? '0 ' : searched || '0'
}
const flagOf = (value: 'yes' | 'no' | undefined) => (value && { yes: '1' as const, no: '0' as const }[value]) ?? ''

export const statsQuery = queryOptions({
  queryKey: ['admin', 'stats'],
  queryFn: ({ signal }) => api.admin.stats({}, { signal }),
  meta: { isErrorShown: true },
})

export const companiesQuery = ({ q, billing, ai, status }: AdminSearch) =>
  infiniteQueryOptions({
    queryKey: [...keys.companies, { q, billing, ai, status }],
    queryFn: ({ pageParam, signal }) =>
      api.admin.searchCompanies(
        {
          params: { q: pathOf(q) },
          query: {
            page: pageParam,
            isBilling: flagOf(billing),
            ai: flagOf(ai),
            activated: status === undefined ? '' : status === 'activated' ? '1' : '0',
          },
        },
        { signal },
      ),
    initialPageParam: 1,
    // A page that is not full is the last one.
    getNextPageParam: (last, pages) => (last.companies.length < companiesPerPage ? undefined : pages.length + 1),
    placeholderData: keepPreviousData,
    meta: { isErrorShown: true },
  })

export const companyQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.company, id],
    queryFn: async ({ signal }) => (await api.admin.getCompany({ params: { id } }, { signal })).company,
    meta: { isErrorShown: true },
  })

export const companyStatsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.company, id, 'stats'],
    queryFn: ({ signal }) => api.admin.companyStats({ params: { id } }, { signal }),
    meta: { isErrorShown: true },
  })

export const companyOwnerQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.company, id, 'owner'],
    queryFn: async ({ signal }) => (await api.admin.companyOwner({ params: { id } }, { signal })).owner,
    meta: { isErrorShown: true },
  })

export const companyUsersQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.company, id, 'users'],
    queryFn: ({ signal }) => api.admin.companyUsers({ params: { id } }, { signal }),
    meta: { isErrorShown: true },
  })

export const companyBillingQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.company, id, 'billing'],
    queryFn: ({ signal }) => api.billingAdmin.company({ params: { id } }, { signal }),
    meta: { isErrorShown: true },
  })

export const unappliedEventsQuery = (outcome: UnappliedOutcome | undefined) =>
  queryOptions({
    queryKey: [...keys.all, 'billing-messages', outcome],
    queryFn: ({ signal }) => api.billingAdmin.unapplied({ query: { outcome } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { isErrorShown: true },
  })

const jobsRefreshMs = 5000

export const jobsQuery = (q: string | undefined, page: number) =>
  queryOptions({
    queryKey: [...keys.jobs, { q, page }],
    queryFn: ({ signal }) => api.admin.searchJobs({ params: { q: pathOf(q) }, query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: jobsRefreshMs,
    staleTime: 0,
    meta: { isErrorShown: true },
  })

export const jobCountQuery = queryOptions({
  queryKey: [...keys.jobs, 'count'],
  queryFn: ({ signal }) => api.admin.countJobs({}, { signal }),
  refetchInterval: jobsRefreshMs,
  staleTime: 0,
  meta: { isErrorShown: true },
})

/** Any change can move a company in or out of a list and changes its totals. */
function useAdminMutation<Input, Output>(run: (input: Input) => Promise<Output>, isErrorShown = false) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.all }),
    meta: { isErrorShown },
  })
}

export const useSetCompanyStatus = () =>
  useAdminMutation(({ id, isActivated }: { id: string; isActivated: boolean }) =>
    api.admin.setStatus({ params: { id }, body: { status: isActivated } }),
  )

export const useSetBilling = () =>
  useAdminMutation(({ id, isBilling }: { id: string; isBilling: boolean }) =>
    api.admin.setBilling({ params: { id }, body: { isBilling } }),
  )

export const useSetAi = () =>
  useAdminMutation(({ id, isAiEnabled }: { id: string; isAiEnabled: boolean }) =>
    api.admin.setAi({ params: { id }, body: { isAiEnabled } }),
  )

export function useRemoveCompany() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, title }: { id: string; title: string }) =>
      api.admin.removeCompany({ params: { id }, body: { title } }),
    // Its own page, which is left now, would find nothing.
    onSuccess: (_answer, { id }) => queryClient.removeQueries({ queryKey: [...keys.company, id] }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.all }),
    meta: { isErrorShown: true },
  })
}

export const useCreateDomain = () => useAdminMutation((id: string) => api.admin.createDomain({ params: { id } }))

type PersonOfCompany = { companyId: string; user: AdminUser }

export const useSetPersonStatus = () =>
  useAdminMutation(
    ({ companyId, user, status }: PersonOfCompany & { status: 'active' | 'deactivated' }) =>
      api.admin.setUserStatus({ params: { userId: user.id }, body: { companyId, userStatus: status } }),
    true,
  )

export const useRemovePerson = () =>
  useAdminMutation(
    ({ companyId, user }: PersonOfCompany) => api.admin.removeUser({ body: { companyId, userId: user._id } }),
    true,
  )

export const useResetJob = () => useAdminMutation((id: string) => api.admin.resetJob({ params: { id } }))
export const useRemoveJob = () => useAdminMutation((id: string) => api.admin.removeJob({ params: { id } }))
export const useRemoveDoneJobs = () => useAdminMutation(() => api.admin.removeDoneJobs())
export const useCleanVideos = () => useAdminMutation(() => api.admin.cleanVideos())
export const useRefreshJobs = () => {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: keys.jobs }, { throwOnError: true })
}

export const useReplayEvent = (companyId: string) =>
  useAdminMutation((eventId: string) => api.billingAdmin.replay({ params: { id: companyId }, body: { eventId } }))

export const useReplayUnapplied = () =>
  useAdminMutation((eventId: string) => api.billingAdmin.replayUnapplied({ body: { eventId } }))

export const useDismissRefund = () =>
  useAdminMutation((body: CallRequest<typeof billingAdminCalls.dismissRefund>['body']) =>
    api.billingAdmin.dismissRefund({ body }),
  )

const systemCheckPollMs = 500

export const systemCheckQuery = queryOptions({
  queryKey: [...keys.all, 'system-check'],
  queryFn: ({ signal }) => api.systemCheck.read({}, { signal }),
  refetchInterval: ({ state }) => (state.data?.isRunning ? systemCheckPollMs : false),
  meta: { isErrorShown: true },
})

export function useRunSystemCheck() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.systemCheck.run({}),
    onSuccess: (started) => queryClient.setQueryData(systemCheckQuery.queryKey, started),
  })
}
