import { queryOptions } from '@tanstack/react-query'
import { api } from '../platform/api/api.ts'

/** Anything that changes meetings invalidates `['meeting']`. A wrong count shows no message. */
export const meetingsCountQuery = queryOptions({
  queryKey: ['meeting', 'count'],
  queryFn: ({ signal }) => api.meeting.count({}, { signal }),
  refetchInterval: 20_000,
  meta: { isErrorShown: true, isLive: true },
})
