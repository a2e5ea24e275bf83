import { queryOptions } from '@tanstack/react-query'
import type { FinderResult } from '@knowreel/shared/group/finder.calls.ts'
import { api } from '../../platform/api/api.ts'

/** Searches colleagues by part of the name, including deactivated ones; an empty text returns the first ones. */
export const searchPeople = async (text: string, signal?: AbortSignal): Promise<readonly FinderResult[]> => {
  const query = text.trim() === '' ? ' ' : text
  return (await api.finder.search({ params: { query }, query: { people: '1' } }, { signal })).items
}

/** Details of a mentioned person that the reader may see; null if the person is not in this company. */
export const mentionedPersonQuery = (id: string) =>
  queryOptions({
    queryKey: ['note', 'mentioned', id],
    queryFn: async ({ signal }) => (await searchPeople(id, signal)).find((person) => person.id === id) ?? null,
    staleTime: 60_000,
    retry: false,
    meta: { isErrorShown: true },
  })
