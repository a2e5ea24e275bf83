import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { CallRequest } from '@knowreel/shared/catalogue/call.ts'
import type { Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { api } from '../platform/api/api.ts'
import { meQuery } from '../user/index.ts'

export const companyInfoQuery = (id: string) =>
  queryOptions({
    queryKey: ['company', 'info', id],
    queryFn: async ({ signal }) => (await api.company.info({ params: { id } }, { signal })).company,
    meta: { isErrorShown: true },
  })

type CompanyForm = NonNullable<CallRequest<Catalogue['company']['update']>['body']>

/** Saves the profile of the current company, and updates it everywhere immediately. */
export function useUpdateCompany() {
  const queryClient = useQueryClient()
  return async (form: CompanyForm): Promise<void> => {
    const { company } = await api.company.update({ body: form })
    queryClient.setQueryData(
      meQuery.queryKey,
      (me) =>
        me && {
          user: { ...me.user, company },
          companies: me.companies.map((one) => (one.id === company.id ? { ...one, ...company } : one)),
        },
    )
    await queryClient.invalidateQueries({ queryKey: ['company', 'info', company.id] })
  }
}

/** The form of a name in URLs, and whether it is free. */
export const domainQuery = (name: string) =>
  queryOptions({
    queryKey: ['company', 'domain', name],
    queryFn: ({ signal }) => api.company.domain({ params: { name } }, { signal }),
    staleTime: 0,
    meta: { isErrorShown: true },
  })
