import { queryOptions } from '@tanstack/react-query'
import type { Finding } from '@knowreel/shared/group/finder.calls.ts'
import { api } from '../../platform/api/api.ts'

/** Colleagues by a piece of the name, deactivated ones too; for an empty one the first of all. */
export const searchPeople = async (text: string, signal?: AbortSignal): Promise<readonly Finding[]> => {
  const query = text.trim() === '' ? ' ' : text
  return (await api.finder.search({ params: { query }, query: { people: '1' } }, { signal })).items
}

/** Who was mentioned, as far as the reader may know; null for nobody of this company. */
export const mentionedQuery = (id: string) =>
  queryOptions({
    queryKey: ['note', 'mentioned', id],
    queryFn: async ({ signal }) => (await searchPeople(id, signal)).find((person) => person.id === id) ?? null,
    staleTime: 60_000,
    retry: false,
    meta: { isErrorShown: true },
  })
