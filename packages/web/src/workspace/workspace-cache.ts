/**
 * A workspace is cached in several responses: the list, the workspace itself and its tree; the latter two under
 * whichever id the URL had. A change has to reach all of them.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { Workspace, WorkspaceSummary } from '@knowreel/shared/workspace/workspace.calls.ts'

export const workspaceKeys = {
  all: ['workspace'] as const,
  list: ['workspace', 'list'] as const,
  one: (id: string) => ['workspace', 'one', id] as const,
  browse: (id: string) => ['workspace', 'browse', id] as const,
}

type ListResponse = { items: WorkspaceSummary[] }
type WorkspaceResponse = { workspace: Workspace }

export function patchWorkspace(queryClient: QueryClient, id: string, patch: Partial<Workspace>): void {
  const change = <One extends WorkspaceSummary>(workspace: One): One =>
    workspace.id === id ? { ...workspace, ...patch } : workspace
  queryClient.setQueriesData<ListResponse>({ queryKey: workspaceKeys.list }, (answer) =>
    answer ? { ...answer, items: answer.items.map(change) } : answer,
  )
  for (const kind of ['one', 'browse']) {
    queryClient.setQueriesData<WorkspaceResponse>({ queryKey: ['workspace', kind] }, (answer) =>
      answer ? { ...answer, workspace: change(answer.workspace) } : answer,
    )
  }
}

/** The present values of the fields that a patch is about to change. */
export function readWorkspaceField(
  queryClient: QueryClient,
  id: string,
  patch: Partial<Workspace>,
): Partial<Workspace> {
  // A single workspace is cached with more fields than the list has.
  const workspace =
    queryClient
      .getQueriesData<Partial<WorkspaceResponse>>({ queryKey: workspaceKeys.all })
      .map(([, answer]) => answer?.workspace)
      .find((one) => one?.id === id) ??
    queryClient.getQueryData<ListResponse>(workspaceKeys.list)?.items.find((listed) => listed.id === id)
  if (!workspace) return {}
  return Object.fromEntries(Object.entries(workspace).filter(([field]) => field in patch))
}

/** Caches the response of the server, and adds a new workspace to the list. */
export function cacheWorkspace(queryClient: QueryClient, workspace: Workspace): void {
  patchWorkspace(queryClient, workspace.id, workspace)
  queryClient.setQueryData<ListResponse>(workspaceKeys.list, (answer) => {
    if (!answer || answer.items.some(({ id }) => id === workspace.id)) return answer
    return { ...answer, items: [workspace, ...answer.items] }
  })
  queryClient.setQueryData<WorkspaceResponse>(workspaceKeys.one(workspace.shortId), { workspace })
}
