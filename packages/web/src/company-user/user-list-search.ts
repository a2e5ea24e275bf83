/** The URL parameters of the users page. Separate from the lists because the route table reads them. */
import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import type { Sort } from '../ui/list/list-sort.ts'
import { parsePage } from '../ui/list/page-range.ts'

export const userLists = ['active', 'deactivated', 'invited'] as const
export type UserList = (typeof userLists)[number]

/** From the highest role down, as in the pickers. */
export const roleOrder: readonly CompanyRole[] = ['owner', 'admin', 'moderator', 'user']

const sortColumns = ['name', 'role', 'status', 'seen', 'invited'] as const
export type UserSortColumn = (typeof sortColumns)[number]

/** As in the URL; absent means the default. A minus before the column reverses its order. */
export type UserListSearch = {
  list?: Exclude<UserList, 'active'>
  q?: string
  role?: CompanyRole
  sort?: UserSortColumn | `-${UserSortColumn}`
  page?: number
}

export function readUserListSearch(search: Record<string, unknown>): UserListSearch {
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  const sort = parseSort(text(search.sort))
  return {
    list: userLists.find((list) => list !== 'active' && list === search.list) as UserListSearch['list'],
    q: text(search.q) || undefined,
    role: roleOrder.find((role) => role === search.role),
    sort: sort && formatSort(sort),
    page: parsePage(search.page),
  }
}

function parseSort(text: string): Sort<UserSortColumn> | undefined {
  const column = sortColumns.find((name) => name === text.replace(/^-/, ''))
  return column && { column, direction: text.startsWith('-') ? 'descending' : 'ascending' }
}

const defaultSort: Sort<UserSortColumn> = { column: 'name', direction: 'ascending' }

export const readUserSort = ({ sort }: UserListSearch): Sort<UserSortColumn> => parseSort(sort ?? '') ?? defaultSort

/** Undefined for the default order, so that the URL stays clean. */
export function formatSort({ column, direction }: Sort<UserSortColumn>): UserListSearch['sort'] {
  if (column === defaultSort.column && direction === defaultSort.direction) return undefined
  return direction === 'descending' ? `-${column}` : column
}
