import { useQuery } from '@tanstack/react-query'
import type { Person } from '@knowreel/shared/user/user.calls.ts'
import { findingKey } from './findings.ts'
import { groupInvitedQuery, groupUsersQuery } from './group.queries.ts'

/** People and invited addresses of a group, and the keys by which a finder excludes them. */
export function useGroupMembers(groupId: string) {
  const users = useQuery(groupUsersQuery(groupId))
  const invited = useQuery(groupInvitedQuery(groupId))
  const people: readonly Person[] = users.data?.users ?? []
  const invitations = invited.data?.invitations ?? []
  return {
    people,
    invitations,
    present: new Set([
      ...people.map(({ id }) => findingKey({ type: 'user', id, email: null })),
      ...invitations.map(({ email }) => findingKey({ type: 'invited', id: email, email })),
    ]),
    isPending: users.isPending || invited.isPending,
    isTruncated: users.data?.isTruncated === true || invited.data?.isTruncated === true,
    isError: users.isError || invited.isError,
    isFetching: users.isFetching || invited.isFetching,
    retry: () => void Promise.all([users.refetch(), invited.refetch()]),
  }
}

export type GroupMembers = ReturnType<typeof useGroupMembers>
