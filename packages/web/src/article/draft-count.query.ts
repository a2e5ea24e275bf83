import { queryOptions } from '@tanstack/react-query'
import { api } from '../platform/api/api.ts'

/** Refreshed by whatever changes drafts: invalidate `['draft']`. A wrong number is no reason for a message. */
export const draftsCountQuery = queryOptions({
  queryKey: ['draft', 'count'],
  queryFn: ({ signal }) => api.draft.count({}, { signal }),
  meta: { isErrorShown: true },
})
