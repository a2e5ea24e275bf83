import { queryOptions, useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import type { CallResponse } from '@knowreel/shared/catalogue/call.ts'
import type { Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import type { Workspace, WorkspaceSummary, WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import { api } from '../platform/api/api.ts'
import { patchWorkspace, readWorkspaceField, cacheWorkspace, workspaceKeys } from './workspace-cache.ts'

type WorkspaceCalls = Catalogue['workspace']
export type WorkspaceList = CallResponse<WorkspaceCalls['list']>
export type BrowsedWorkspace = CallResponse<WorkspaceCalls['browse']>

/** Every workspace I may see, including the personal one and archived ones. */
export const workspacesQuery = queryOptions({
  queryKey: workspaceKeys.list,
  queryFn: ({ signal }): Promise<WorkspaceList> => api.workspace.list({}, { signal }),
  meta: { isErrorShown: true },
})

/** One workspace by its short or long id. */
export const workspaceQuery = (id: string) =>
  queryOptions({
    queryKey: workspaceKeys.one(id),
    queryFn: ({ signal }) => api.workspace.get({ params: { id } }, { signal }),
    meta: { isErrorShown: true },
  })

/** A workspace with its whole article tree, in one request. Whatever changes articles invalidates `['workspace']`. */
export const browseQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: workspaceKeys.browse(workspaceId),
    queryFn: ({ signal }): Promise<BrowsedWorkspace> => api.workspace.browse({ params: { workspaceId } }, { signal }),
    meta: { isErrorShown: true },
  })

/** Workspaces the user may create articles in, for pickers. */
export const editableWorkspaces = (list: WorkspaceList): WorkspaceSummary[] =>
  list.items.filter(({ isArchived, abilities }) => !isArchived && abilities.editArticles)

/** The same for one of the person's companies, which may be another one than the current. */
export const editableWorkspacesQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...workspaceKeys.all, 'editable', companyId],
    queryFn: ({ signal }) => api.workspace.editable({ params: { companyId } }, { signal }),
    meta: { isErrorShown: true },
  })

type WorkspaceChange = { id: string; patch: Partial<WorkspaceSummary> }
type WorkspaceResponse = { workspace: Workspace }

/** Shows a change immediately, reverts it if the server refuses, and caches the response. */
function useWorkspaceChange<Input extends { id: string }>(
  send: (input: Input) => Promise<WorkspaceResponse>,
  patchOf: (input: Input) => WorkspaceChange['patch'],
  /** Keys of further queries whose responses depend on the change. */
  affectedKeys: readonly QueryKey[] = [],
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: send,
    onMutate: async (input: Input): Promise<WorkspaceChange['patch']> => {
      await queryClient.cancelQueries({ queryKey: workspaceKeys.all })
      const patch = patchOf(input)
      const former = readWorkspaceField(queryClient, input.id, patch)
      patchWorkspace(queryClient, input.id, patch)
      return former
    },
    onError: (_error, { id }, former) => {
      if (former) patchWorkspace(queryClient, id, former)
    },
    onSuccess: async ({ workspace }) => {
      cacheWorkspace(queryClient, workspace)
      await Promise.all(affectedKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
  })
}

export const useSetFavorite = () =>
  useWorkspaceChange(
    ({ id, isFavorite }: { id: string; isFavorite: boolean }) =>
      api.workspace.favorite({ params: { id }, body: { isFavorite } }),
    ({ isFavorite }) => ({ isFavorite }),
  )

export const useSetArchived = () =>
  useWorkspaceChange(
    ({ id, isArchived }: { id: string; isArchived: boolean }) =>
      api.workspace.setArchived({ params: { id }, body: { isArchived } }),
    ({ isArchived }) => ({ isArchived }),
    // Articles of an archived workspace are read-only.
    [['article']],
  )

export type WorkspaceFields = {
  title?: string
  description?: string
  visibility?: Exclude<WorkspaceVisibility, 'personal'>
  isSharingOff?: boolean
}

export const useSaveWorkspace = () =>
  useWorkspaceChange(
    ({ id, fields }: { id: string; fields: WorkspaceFields }) =>
      api.workspace.save({ params: { id }, body: { id, ...fields } }),
    ({ fields }) => fields,
  )

export function useCreateWorkspace() {
  const queryClient = useQueryClient()
  return async (fields: WorkspaceFields & { title: string }): Promise<Workspace> => {
    const { workspace } = await api.workspace.create({ body: fields })
    cacheWorkspace(queryClient, workspace)
    return workspace
  }
}

export function useRemoveWorkspace() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.workspace.remove({ params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: workspaceKeys.list }),
  })
}
