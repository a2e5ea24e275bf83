import { queryOptions } from '@tanstack/react-query'
import { api } from '../platform/api/api.ts'

/** `text` in its normalised form; an empty one returns the first of all. */
export const finderQuery = (text: string, withInvited: boolean) =>
  queryOptions({
    queryKey: ['finder', text, withInvited],
    queryFn: ({ signal }) =>
      api.finder.search(
        { params: { query: text === '' ? ' ' : text }, query: withInvited ? { invited: '1' } : {} },
        { signal },
      ),
    staleTime: 10_000,
  })
