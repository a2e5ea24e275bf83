/** Applies the filters and the order in the URL to the lists of users. */
import type { CompanyUser } from '@knowreel/shared/company/company-user.calls.ts'
import { companyRoleLabels } from '@knowreel/shared/company/company-role-labels.ts'
import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import type { InvitedUser } from '@knowreel/shared/company/invitation.calls.ts'
import { normalizeForSearch } from '../ui/normalize-for-search.ts'
import { sortRows, type Sort } from '../ui/list/list-sort.ts'
import { roleOrder, type UserListSearch, type UserSortColumn } from './user-list-search.ts'

export const hasUserFilter = ({ q, role }: UserListSearch): boolean => q !== undefined || role !== undefined

type ListedPerson = { firstName: string; lastName: string; email: string | null; role: CompanyRole }

/** Ignores case, accents and spaces: "jonaslind" finds Jonas Lindqvist. */
const searchKey = (text: string) => normalizeForSearch(text).replaceAll(/\s/gu, '')

export function filterPeople<Person extends ListedPerson>(people: readonly Person[], search: UserListSearch): Person[] {
  const wanted = searchKey(search.q ?? '')
  return people.filter(
    ({ firstName, lastName, email, role }) =>
      (search.role === undefined || role === search.role) &&
      (searchKey(`${firstName} ${lastName}`).includes(wanted) || searchKey(email ?? '').includes(wanted)),
  )
}

const nameOf = ({ firstName, lastName, email }: ListedPerson) => `${firstName} ${lastName}`.trim() || (email ?? '')
const roleRank = ({ role }: ListedPerson) => roleOrder.indexOf(role)
/** People who never signed in come last in either direction. */
const toTimestamp = (time: string | null) => (time === null ? 0 : new Date(time).getTime())

export function sortUsers(users: readonly CompanyUser[], { column, direction }: Sort<UserSortColumn>): CompanyUser[] {
  const named = sortRows(users, 'ascending', nameOf)
  if (column === 'role') return sortRows(named, direction, roleRank)
  if (column === 'status') return sortRows(named, direction, ({ status }) => status)
  if (column === 'seen') return sortRows(named, direction, ({ lastTimeLoggedIn }) => toTimestamp(lastTimeLoggedIn))
  return direction === 'ascending' ? named : sortRows(users, direction, nameOf)
}

const invitationStatuses = ['invited', 'refused', 'expired'] as const

export function invitationStatus({ isExpired, isMailRefused }: InvitedUser): (typeof invitationStatuses)[number] {
  if (isExpired) return 'expired'
  return isMailRefused ? 'refused' : 'invited'
}

export function sortInvited(items: readonly InvitedUser[], { column, direction }: Sort<UserSortColumn>): InvitedUser[] {
  const named = sortRows(items, 'ascending', nameOf)
  if (column === 'role') return sortRows(named, direction, roleRank)
  if (column === 'status')
    return sortRows(named, direction, (item) => invitationStatuses.indexOf(invitationStatus(item)))
  if (column === 'invited' || column === 'seen')
    return sortRows(named, direction, ({ createdAt }) => toTimestamp(createdAt))
  return direction === 'ascending' ? named : sortRows(items, direction, nameOf)
}

export const roleOptions = roleOrder.map((value) => ({ value, label: companyRoleLabels[value] }))
