import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'

/** Anything that changes drafts invalidates `['draft']`. A wrong count shows no message. */
export const draftsCountQuery = queryOptions({
  queryKey: ['draft', 'count'],
  queryFn: ({ signal }) => api.draft.count({}, { signal }),
  refetchInterval: 20_000,
  meta: { isErrorShown: true, isLive: true },
})
