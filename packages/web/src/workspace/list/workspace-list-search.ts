/** The URL parameters of the workspaces page. Separate from the list because the route table reads them. */
import type { Sort } from '../../ui/list/list-sort.ts'
import { parsePage } from '../../ui/list/page-range.ts'

export const privacyOptions = ['private', 'organization', 'public'] as const
export type Privacy = (typeof privacyOptions)[number]

const sortColumns = ['title', 'privacy', 'articles', 'creator', 'created'] as const
export type SortColumn = (typeof sortColumns)[number]

/** As in the URL; absent means the default. A minus before the column reverses its order. */
export type WorkspaceListSearch = {
  q?: string
  privacy?: Privacy
  creator?: string
  sort?: SortColumn | `-${SortColumn}`
  page?: number
}

export const defaultSort: Sort<SortColumn> = { column: 'created', direction: 'descending' }

export function readWorkspaceListSearch(search: Record<string, unknown>): WorkspaceListSearch {
  // The router parses a search for 2026 as a number.
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  const sort = parseSort(text(search.sort))
  return {
    q: text(search.q) || undefined,
    privacy: privacyOptions.find((option) => option === search.privacy),
    creator: text(search.creator) || undefined,
    sort: sort && formatSort(sort),
    page: parsePage(search.page),
  }
}

function parseSort(text: string): Sort<SortColumn> | undefined {
  const column = sortColumns.find((name) => name === text.replace(/^-/, ''))
  return column && { column, direction: text.startsWith('-') ? 'descending' : 'ascending' }
}

/** Undefined for the default order, so that the URL stays clean. */
export function formatSort({ column, direction }: Sort<SortColumn>): WorkspaceListSearch['sort'] {
  if (column === defaultSort.column && direction === defaultSort.direction) return undefined
  return direction === 'descending' ? `-${column}` : column
}

export const readSort = ({ sort }: WorkspaceListSearch): Sort<SortColumn> => parseSort(sort ?? '') ?? defaultSort
