import { queryOptions } from '@tanstack/react-query'
import { isImportExportFinished } from '@knowreel/shared/import-export/import-export.rules.ts'
import { api } from '../platform/api/api.ts'

const keys = { all: ['transfers'], one: (id: string) => ['transfers', 'one', id] }

/** My imports and exports in this company. */
export const importExportJobsQuery = queryOptions({
  queryKey: keys.all,
  queryFn: ({ signal }) => api.importExport.listJobs({}, { signal }),
  staleTime: 0,
  meta: { isErrorShown: true },
})

const pollMs = 700

/** One of them, polled until it has ended. */
export const importExportJobQuery = (id: string) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => api.importExport.getJob({ params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isImportExportFinished(state.data.job.status) ? false : pollMs),
    staleTime: 0,
    meta: { isErrorShown: true },
  })

export const importExportJobKeys = keys
