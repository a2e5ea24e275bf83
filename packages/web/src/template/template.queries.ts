import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { api } from '../platform/api/api.ts'

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: async ({ signal }) => (await api.template.list({}, { signal })).templates,
  // The picker shows it.
  meta: { isErrorShown: true },
})

export const refreshTemplates = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey })

export const useRenameTemplate = () => useChange(api.template.save)
export const useCreateTemplate = () => useChange(api.template.create)
export const useDeleteTemplate = () => useChange(api.template.remove)

/** The list is read again in any case: a template may be gone. */
function useChange<Request, Response>(mutationFn: (request: Request) => Promise<Response>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (request: Request) => mutationFn(request),
    onSettled: () => refreshTemplates(queryClient),
  })
}
