import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { CallResponse, CallRequest } from '@knowreel/shared/catalogue/call.ts'
import type { Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import type { CompanyUser } from '@knowreel/shared/company/company-user.calls.ts'
import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import { api } from '../platform/api/api.ts'
import { meQuery } from '../user/index.ts'
import type { NewcomerRole } from './dialog-options.ts'

type UserCalls = Catalogue['companyUser']
type InvitationCalls = Catalogue['invitation']
type UserList = CallResponse<UserCalls['list']>
type InvitedList = CallResponse<InvitationCalls['list']>
export type NewUser = CallRequest<UserCalls['create']>['body']
export type NewInvitation = CallRequest<InvitationCalls['invite']>['body']
export type InvitationResponse = CallResponse<InvitationCalls['invite']>

const keys = {
  all: ['company-user'],
  list: ['company-user', 'list'],
  invited: ['company-user', 'invited'],
} as const

export const companyUsersQuery = queryOptions({
  queryKey: keys.list,
  queryFn: ({ signal }): Promise<UserList> => api.companyUser.list({}, { signal }),
  meta: { isErrorShown: true },
})

export const invitedUsersQuery = queryOptions({
  queryKey: keys.invited,
  queryFn: ({ signal }): Promise<InvitedList> => api.invitation.list({}, { signal }),
  meta: { isErrorShown: true },
})

/** The roles that the signed-in person may give to a new person; until they are known, the lowest. */
export const useNewcomerRoles = (): readonly NewcomerRole[] =>
  useQuery(companyUsersQuery).data?.abilities.newcomerRoles ?? ['user']

const updateCachedUsers = (queryClient: QueryClient, change: (users: CompanyUser[]) => CompanyUser[]) =>
  queryClient.setQueryData(companyUsersQuery.queryKey, (list) => list && { ...list, users: change(list.users) })

const cacheUser = (queryClient: QueryClient, user: CompanyUser) =>
  updateCachedUsers(queryClient, (users) => users.map((one) => (one.id === user.id ? user : one)))

type RoleChange = { user: CompanyUser; role: CompanyRole }

/**
 * Shown immediately and reverted if the server refuses; an ownership transfer waits for the response, since it changes
 * one's own permissions.
 */
export function useSetRole() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ user, role }: RoleChange) => api.companyUser.setRole({ params: { id: user.id }, body: { role } }),
    onMutate: async ({ user, role }) => {
      await queryClient.cancelQueries({ queryKey: keys.list })
      if (role !== 'owner') cacheUser(queryClient, { ...user, role })
    },
    onError: (_error, { user }) => cacheUser(queryClient, user),
    onSuccess: ({ user }) => cacheUser(queryClient, user),
    onSettled: (_answer, error, { role }) =>
      (error || role === 'owner') &&
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.all }),
        queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
      ]),
  })
}

export function useSetStatus() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ user, status }: { user: CompanyUser; status: 'active' | 'deactivated' }) =>
      api.companyUser.setStatus({ params: { id: user.id }, body: { status } }),
    onSuccess: ({ user }) => cacheUser(queryClient, user),
    onError: () => queryClient.invalidateQueries({ queryKey: keys.list }),
  })
}

export function useRemoveUser() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (user: CompanyUser) => api.companyUser.remove({ params: { id: user.id } }),
    onSuccess: (_answer, { id }) => updateCachedUsers(queryClient, (users) => users.filter((user) => user.id !== id)),
    // Roles, groups and owners of workspaces have changed with it.
    onSettled: () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'user' }),
  })
}

export function useCreateUser() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewUser) => api.companyUser.create({ body }),
    meta: { isErrorShown: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.all }),
  })
}

/** `isErrorShown` if a form shows the refusal. */
export function useInviteUser({ isErrorShown = false }: { isErrorShown?: boolean } = {}) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewInvitation): Promise<InvitationResponse> => api.invitation.invite({ body }),
    meta: { isErrorShown },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.invited }),
  })
}

export function useWithdrawInvitation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { id: string }) => api.invitation.withdraw({ params: { id } }),
    onSuccess: (_answer, { id }) =>
      queryClient.setQueryData(
        invitedUsersQuery.queryKey,
        (list) => list && { ...list, items: list.items.filter((item) => item.id !== id) },
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.invited }),
  })
}
