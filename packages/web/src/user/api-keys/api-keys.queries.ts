import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallRequest } from '@knowreel/shared/catalogue/call.ts'
import type { Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { api } from '../../platform/api/api.ts'

export type NewKey = CallRequest<Catalogue['apiKey']['create']>['body']

export const apiKeysQuery = queryOptions({
  queryKey: ['user', 'api-keys'],
  queryFn: ({ signal }) => api.apiKey.list({}, { signal }),
  meta: { isErrorShown: true },
})

/** The workspaces to which a key can be limited. */
export const keyWorkspacesQuery = queryOptions({
  queryKey: ['user', 'api-key-workspaces'],
  queryFn: async ({ signal }) => {
    const { items } = await api.workspace.list({}, { signal })
    return items.filter(({ isArchived }) => !isArchived).map(({ id, title }) => ({ id, title }))
  },
  meta: { isErrorShown: true },
})

export function useCreateKey() {
  const queryClient = useQueryClient()
  return async (body: NewKey) => {
    const created = await api.apiKey.create({ body })
    void queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey })
    return created
  }
}

export function useRevokeKey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.apiKey.revoke({ params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  })
}
