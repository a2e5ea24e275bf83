import type { AdminUser } from '@knowreel/shared/admin/admin.calls.ts'
import { sortRows, type Sort } from '../../ui/list/list-sort.ts'
import { normalizeForSearch } from '../../ui/normalize-for-search.ts'

export type PersonColumn = 'firstName' | 'lastName' | 'email' | 'status' | 'seen'

/** Without a status: active with groups, invited without. */
export const statusOfPerson = ({ status, groups }: Pick<AdminUser, 'groups'> & { status?: AdminUser['status'] }) =>
  status ?? (groups.length > 0 ? 'active' : 'invited')

/** Ignores case, accents and spaces. */
const searchKey = (text: string) => normalizeForSearch(text).replaceAll(/\s/gu, '')

export function filterPeople(
  people: readonly AdminUser[],
  { q, status }: { q: string; status: AdminUser['status'] | null },
): AdminUser[] {
  const wanted = searchKey(q)
  return people.filter(
    (person) =>
      (status === null || statusOfPerson(person) === status) &&
      searchKey(`${person.firstName} ${person.lastName} ${person.email}`).includes(wanted),
  )
}

export function sortPeople(people: readonly AdminUser[], { column, direction }: Sort<PersonColumn>): AdminUser[] {
  if (column === 'seen')
    return sortRows(people, direction, ({ lastTimeLoggedIn: time }) => (time ? Date.parse(time) : 0))
  return sortRows(people, direction, (person) => (column === 'status' ? statusOfPerson(person) : person[column]))
}
