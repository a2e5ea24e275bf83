import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { AuditAction } from '@knowreel/shared/audit/audit-actions.ts'
import { api } from '../platform/api/api.ts'

export type AuditFilter = { q?: string; action?: AuditAction; from?: string; to?: string }

/** The signed-in person's company, or the whole installation. */
export type AuditScope = 'company' | 'installation'

export const auditQuery = (scope: AuditScope, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', scope, filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, ...(pageParam === null ? {} : { before: pageParam }) }
      return scope === 'company' ? api.audit.list({ query }, { signal }) : api.audit.listAll({ query }, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    meta: { isErrorShown: true },
  })

export const readCsv = (scope: AuditScope, filter: AuditFilter) =>
  scope === 'company' ? api.audit.csv({ query: filter }) : api.audit.csvOfAll({ query: filter })
