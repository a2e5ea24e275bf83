import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallResponse } from '@knowreel/shared/catalogue/call.ts'
import type { Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import type { Group } from '@knowreel/shared/group/group.calls.ts'
import { api } from '../platform/api/api.ts'
import { handleError } from '../platform/api/handle-error.ts'
import { showSuccess, showUndo } from '../ui/toast/toast.ts'
import { useMe } from '../user/index.ts'
import type { FinderResult } from './findings.ts'
import * as texts from './texts.ts'

type GroupListResponse = CallResponse<Catalogue['group']['list']>
type GroupResponse = { group: Group }

const keys = {
  all: ['group'] as const,
  list: ['group', 'list'] as const,
  one: (id: string) => ['group', 'one', id] as const,
  users: (id: string) => ['group', 'users', id] as const,
  invited: (id: string) => ['group', 'invited', id] as const,
}

/** False for super admins without a role that manages people: they see groups only. */
export const useMayManageGroups = (): boolean => useMe()?.user.abilities.manageGroups === true

/** Every group of the company, newest first. */
export const groupsQuery = queryOptions({
  queryKey: keys.list,
  queryFn: ({ signal }): Promise<GroupListResponse> => api.group.list({}, { signal }),
  meta: { isErrorShown: true },
})

/** One group by its short or long id. */
export const groupQuery = (id: string) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: ({ signal }): Promise<GroupResponse> => api.group.get({ params: { id } }, { signal }),
    meta: { isErrorShown: true },
  })

export const groupUsersQuery = (id: string) =>
  queryOptions({
    queryKey: keys.users(id),
    queryFn: ({ signal }) => api.group.users({ params: { id } }, { signal }),
    meta: { isErrorShown: true },
  })

export const groupInvitedQuery = (id: string) =>
  queryOptions({
    queryKey: keys.invited(id),
    queryFn: ({ signal }) => api.group.invitedUsers({ params: { id } }, { signal }),
    meta: { isErrorShown: true },
  })

/** Caches the response of the server wherever the group is shown, and refetches its people. */
function useCacheGroup() {
  const queryClient = useQueryClient()
  return async (group: Group): Promise<void> => {
    for (const id of [group.id, group.shortId]) {
      if (queryClient.getQueryData(keys.one(id))) queryClient.setQueryData<GroupResponse>(keys.one(id), { group })
    }
    queryClient.setQueryData<GroupListResponse>(keys.list, (list) => {
      if (!list) return list
      const isListed = list.groups.some(({ id }) => id === group.id)
      const groups = isListed
        ? list.groups.map((other) => (other.id === group.id ? group : other))
        : [group, ...list.groups]
      return { ...list, groups }
    })
    await Promise.all(['users', 'invited'].map((part) => queryClient.invalidateQueries({ queryKey: ['group', part] })))
  }
}

/** After a failure the lists may be outdated: a colleague may have changed or deleted the group. */
function useRefreshGroups() {
  const queryClient = useQueryClient()
  return (): void => {
    void queryClient.invalidateQueries({ queryKey: keys.all })
  }
}

export function useRenameGroup() {
  const remember = useCacheGroup()
  const refresh = useRefreshGroups()
  return useMutation({
    mutationFn: ({ id, title }: { id: string; title: string }) => api.group.save({ params: { id }, body: { title } }),
    onSuccess: async ({ group }) => {
      await remember(group)
      showSuccess(texts.groupIsUpdated)
    },
    onError: refresh,
  })
}

export function useCreateGroup() {
  const remember = useCacheGroup()
  return async (title: string): Promise<Group> => {
    const { group } = await api.group.create({ body: { title } })
    await remember(group)
    return group
  }
}

export function useDeleteGroup() {
  const queryClient = useQueryClient()
  const refresh = useRefreshGroups()
  return useMutation({
    mutationFn: ({ id }: Pick<Group, 'id' | 'shortId'>) => api.group.remove({ params: { id } }),
    onSuccess: (_answer, { id }) => {
      queryClient.setQueryData<GroupListResponse>(
        keys.list,
        (list) => list && { ...list, groups: list.groups.filter((other) => other.id !== id) },
      )
      // Only the list: the deleted group itself cannot be fetched any more.
      void queryClient.invalidateQueries({ queryKey: keys.list })
      void queryClient.invalidateQueries({ queryKey: ['workspace-role'] })
      showSuccess(texts.groupSuccessfullyDeleted)
    },
    onError: refresh,
  })
}

/** Adds them one after the other; returns those who could not be added, with the reason of the first. */
export function useAddToGroup() {
  const remember = useCacheGroup()
  const refresh = useRefreshGroups()
  return async (
    groupId: string,
    findings: readonly FinderResult[],
  ): Promise<{ left: FinderResult[]; reason: Error | null }> => {
    const left: FinderResult[] = []
    let reason: Error | null = null
    let group: Group | null = null
    for (const finding of findings) {
      try {
        group = (await addFinding(groupId, finding)).group
      } catch (error) {
        left.push(finding)
        reason ??= error instanceof Error ? error : new Error('Connection error')
      }
    }
    if (group) await remember(group)
    if (reason) refresh()
    return { left, reason }
  }
}

const addFinding = (id: string, { type, id: userId, email }: FinderResult): Promise<GroupResponse> =>
  addMember(id, type === 'user' || email === null ? { userId } : { email })

/** A person by id, an invited address by its email. */
export type GroupMemberRef = { userId: string } | { email: string }

const removeMember = (id: string, seat: GroupMemberRef): Promise<GroupResponse> =>
  'userId' in seat
    ? api.group.removeUser({ params: { id, userId: seat.userId } })
    : api.group.removeInvitedUser({ params: { id, email: seat.email } })

const addMember = (id: string, seat: GroupMemberRef): Promise<GroupResponse> =>
  'userId' in seat
    ? api.group.addUser({ params: { id }, body: seat })
    : api.group.addInvitedUser({ params: { id }, body: seat })

/** Removes immediately; the message offers to undo it. */
export function useRemoveFromGroup(groupId: string) {
  const remember = useCacheGroup()
  const refresh = useRefreshGroups()
  return useMutation({
    mutationFn: (seat: GroupMemberRef) => removeMember(groupId, seat),
    onSuccess: async ({ group }, seat) => {
      await remember(group)
      showUndo(texts.groupIsUpdated, () => {
        addMember(groupId, seat)
          .then((answer) => remember(answer.group))
          .catch((error: unknown) => {
            refresh()
            handleError(error)
          })
      })
    },
    onError: refresh,
  })
}
