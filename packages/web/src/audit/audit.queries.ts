import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AuditAction } from '@knowreel/shared/audit/audit-actions.ts'
import { api } from '../platform/api/api.ts'

export type AuditFilter = {
  q?: string | undefined
  action?: AuditAction | undefined
  userId?: string | undefined
  /** In the log of the installation only. */
  companyId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export const noFilter = {
  q: undefined,
  action: undefined,
  userId: undefined,
  companyId: undefined,
  from: undefined,
  to: undefined,
} as const satisfies AuditFilter

/** The signed-in person's company, or the whole installation. */
export type AuditScope = 'company' | 'installation'

export const auditQuery = (scope: AuditScope, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', scope, filter],
    queryFn: ({ pageParam, signal }) => {
      const { companyId, ...own } = { ...filter, ...(pageParam === null ? {} : { before: pageParam }) }
      return scope === 'company'
        ? api.audit.list({ query: own }, { signal })
        : api.audit.listAll({ query: { ...own, companyId } }, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    meta: { isErrorShown: true },
  })

export const readCsv = (scope: AuditScope, { companyId, ...own }: AuditFilter) =>
  scope === 'company' ? api.audit.csv({ query: own }) : api.audit.csvOfAll({ query: { ...own, companyId } })

type Person = {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
}
const toOption = ({ id, firstName, lastName, email }: Person) => ({
  value: id,
  label: `${firstName} ${lastName}`.trim() || (email ?? id),
})

/** The people of the company; of the installation only those of the chosen company. */
export const peopleOptionsQuery = (scope: AuditScope, companyId: string | undefined) =>
  queryOptions({
    queryKey: ['audit', 'people', scope, companyId],
    queryFn: async ({ signal }) => {
      if (scope === 'company') return (await api.companyUser.list({}, { signal })).users.map(toOption)
      if (companyId === undefined) return []
      const { users } = await api.admin.companyUsers({ params: { id: companyId } }, { signal })
      return users.companyUsers.map(toOption)
    },
  })

export const companyOptionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['audit', 'companies', q],
    queryFn: async ({ signal }) => {
      const { companies } = await api.admin.searchCompanies({ params: { q: q || '0' }, query: { page: 1 } }, { signal })
      return companies.map(({ company: { id, title } }) => ({ value: id, label: title }))
    },
  })
