import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { CallResponse } from '@knowreel/shared/catalogue/call.ts'
import type { Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import type {
  AssignableRole,
  WorkspaceGroupRole,
  WorkspaceRoleEntry,
} from '@knowreel/shared/workspace/workspace.calls.ts'
import type { FinderResult } from '../group/index.ts'
import { api } from '../platform/api/api.ts'
import { workspaceKeys } from './workspace-cache.ts'

type RoleCalls = Catalogue['workspaceRole']
type People = CallResponse<RoleCalls['list']>
type Groups = CallResponse<RoleCalls['listGroups']>
type SaveResponse = CallResponse<RoleCalls['save']>

const keys = {
  people: (id: string) => ['workspace-role', 'people', id] as const,
  groups: (id: string) => ['workspace-role', 'groups', id] as const,
}

export const peopleQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: keys.people(workspaceId),
    queryFn: ({ signal }): Promise<People> => api.workspaceRole.list({ params: { id: workspaceId } }, { signal }),
    meta: { isErrorShown: true },
  })

export const groupRolesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: keys.groups(workspaceId),
    queryFn: ({ signal }): Promise<Groups> => api.workspaceRole.listGroups({ params: { id: workspaceId } }, { signal }),
    meta: { isErrorShown: true },
  })

/** A role holder: a person, an invited email address, or a group. */
export type RoleHolder =
  | { readonly kind: 'person'; readonly entry: WorkspaceRoleEntry }
  | { readonly kind: 'group'; readonly entry: WorkspaceGroupRole }

export const holderKey = (holder: RoleHolder): string =>
  holder.kind === 'group' ? holder.entry.id : (holder.entry.user ?? holder.entry.email)

const saveRole = (id: string, holder: RoleHolder, role: AssignableRole): Promise<unknown> => {
  if (holder.kind === 'group') {
    return api.workspaceRole.saveGroup({ params: { id }, body: { groupId: holder.entry.id, role } })
  }
  const { user, email } = holder.entry
  return api.workspaceRole.save({ params: { id }, body: user === null ? { email, role } : { user, role } })
}

const removeRole = (id: string, holder: RoleHolder): Promise<unknown> =>
  holder.kind === 'group'
    ? api.workspaceRole.removeGroup({ params: { id }, query: { groupId: holder.entry.id } })
    : api.workspaceRole.remove({ params: { id, userId: holder.entry.user ?? holder.entry.email } })

/** Shows a change of the two lists immediately; returns the function that reverts it. */
function patchLists(
  queryClient: QueryClient,
  id: string,
  change: {
    people?: (entry: WorkspaceRoleEntry) => WorkspaceRoleEntry[]
    groups?: (entry: WorkspaceGroupRole) => WorkspaceGroupRole[]
  },
): () => void {
  const people = queryClient.getQueryData<People>(keys.people(id))
  const groups = queryClient.getQueryData<Groups>(keys.groups(id))
  if (people && change.people) {
    queryClient.setQueryData<People>(keys.people(id), { ...people, roles: people.roles.flatMap(change.people) })
  }
  if (groups && change.groups) {
    queryClient.setQueryData<Groups>(keys.groups(id), { ...groups, groups: groups.groups.flatMap(change.groups) })
  }
  return () => {
    queryClient.setQueryData(keys.people(id), people)
    queryClient.setQueryData(keys.groups(id), groups)
  }
}

const replaceHolder = <Entry extends WorkspaceRoleEntry | WorkspaceGroupRole>(
  entry: Entry,
  holder: RoleHolder,
  next: Entry[],
): Entry[] => {
  const isSame =
    'usersCount' in entry ? entry.id === holderKey(holder) : (entry.user ?? entry.email) === holderKey(holder)
  return isSame ? next : [entry]
}

function useRefreshRoles(workspaceId: string) {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: keys.people(workspaceId) }),
      queryClient.invalidateQueries({ queryKey: keys.groups(workspaceId) }),
    ])
}

export function useSaveRole(workspaceId: string) {
  const queryClient = useQueryClient()
  const refresh = useRefreshRoles(workspaceId)
  return useMutation({
    mutationFn: ({ holder, role }: { holder: RoleHolder; role: AssignableRole }) => saveRole(workspaceId, holder, role),
    onMutate: ({ holder, role }) =>
      patchLists(queryClient, workspaceId, {
        people: (entry) => replaceHolder(entry, holder, [{ ...entry, role }]),
        groups: (entry) => replaceHolder(entry, holder, [{ ...entry, role }]),
      }),
    onError: (_error, _input, rollBack) => rollBack?.(),
    onSettled: refresh,
  })
}

export function useRemoveRole(workspaceId: string) {
  const queryClient = useQueryClient()
  const refresh = useRefreshRoles(workspaceId)
  return useMutation({
    mutationFn: (holder: RoleHolder) => removeRole(workspaceId, holder),
    onMutate: (holder) =>
      patchLists(queryClient, workspaceId, {
        people: (entry) => replaceHolder(entry, holder, []),
        groups: (entry) => replaceHolder(entry, holder, []),
      }),
    onError: (_error, _holder, rollBack) => rollBack?.(),
    onSettled: refresh,
  })
}

/** Refetches after the signed-in person changed their own role. */
export function useRefreshWorkspace() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: workspaceKeys.all })
}

export type AddResult = {
  failed: FinderResult[]
  error: Error | null
  /** Links of invitations whose email could not be sent, to be passed on. */
  invitations: { email: string; address: string }[]
  /** Says that an email could not be sent. */
  warning: string | null
}

/** Adds them one after the other, each as viewer; returns those who could not be added. */
export function useAddToWorkspace(workspaceId: string) {
  const refresh = useRefreshRoles(workspaceId)
  return async (findings: readonly FinderResult[]): Promise<AddResult> => {
    const added: AddResult = { failed: [], error: null, invitations: [], warning: null }
    for (const finding of findings) {
      try {
        const saved = await addFinding(workspaceId, finding)
        added.warning ??= saved?.warning ?? null
        if (saved?.address) added.invitations.push({ email: finding.email ?? finding.name, address: saved.address })
      } catch (error) {
        added.failed.push(finding)
        added.error ??= error instanceof Error ? error : new Error('Connection error')
      }
    }
    await refresh()
    return added
  }
}

const defaultRole: AssignableRole = 'viewer'

async function addFinding(id: string, { type, id: findingId, email }: FinderResult): Promise<SaveResponse | null> {
  if (type === 'group') {
    await api.workspaceRole.saveGroup({ params: { id }, body: { groupId: findingId, role: defaultRole } })
    return null
  }
  const body = type === 'user' || email === null ? { user: findingId } : { email }
  return api.workspaceRole.save({ params: { id }, body: { ...body, role: defaultRole } })
}
