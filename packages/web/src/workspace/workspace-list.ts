/** What the page of workspaces shows: the filters and the order in its address, laid over the list. */
import type { WorkspaceSummary } from '@knowreel/shared/workspace/workspace.calls.ts'
import { sortRows, type Sort } from '../ui/list-sort.ts'
import { comparable } from '../ui/comparable-text.ts'

export const privacyOptions = ['private', 'organization', 'public'] as const
export type Privacy = (typeof privacyOptions)[number]

const sortColumns = ['title', 'privacy', 'articles', 'creator', 'created'] as const
export type SortColumn = (typeof sortColumns)[number]

/** As it stands in the address; what is absent is as at first. A minus before the column turns its order round. */
export type WorkspaceListSearch = {
  q?: string
  privacy?: Privacy
  creator?: string
  sort?: SortColumn | `-${SortColumn}`
}

export const defaultSort: Sort<SortColumn> = { column: 'created', direction: 'descending' }

export function readWorkspaceListSearch(search: Record<string, unknown>): WorkspaceListSearch {
  // A search for 2026 comes out of the address as a number.
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  const sort = sortOf(text(search.sort))
  return {
    q: text(search.q) || undefined,
    privacy: privacyOptions.find((option) => option === search.privacy),
    creator: text(search.creator) || undefined,
    sort: sort && sortText(sort),
  }
}

function sortOf(text: string): Sort<SortColumn> | undefined {
  const column = sortColumns.find((name) => name === text.replace(/^-/, ''))
  return column && { column, direction: text.startsWith('-') ? 'descending' : 'ascending' }
}

/** Undefined for the order of the list at first, so that its address stays clean. */
export function sortText({ column, direction }: Sort<SortColumn>): WorkspaceListSearch['sort'] {
  if (column === defaultSort.column && direction === defaultSort.direction) return undefined
  return direction === 'descending' ? `-${column}` : column
}

export const readSort = ({ sort }: WorkspaceListSearch): Sort<SortColumn> => sortOf(sort ?? '') ?? defaultSort

export const hasFilter = ({ q, privacy, creator }: WorkspaceListSearch): boolean =>
  q !== undefined || privacy !== undefined || creator !== undefined

/** The personal workspace has its own entry in the main sidebar. */
export const listedWorkspaces = (workspaces: readonly WorkspaceSummary[]): WorkspaceSummary[] =>
  workspaces.filter(({ visibility }) => visibility !== 'personal')

export function filterWorkspaces(
  workspaces: readonly WorkspaceSummary[],
  search: WorkspaceListSearch,
): WorkspaceSummary[] {
  const { privacy, creator } = search
  const words = comparable(search.q ?? '')
    .split(/\s+/u)
    .filter(Boolean)
  const found = workspaces.filter((workspace) => {
    if (privacy && workspace.visibility !== privacy) return false
    if (creator && workspace.author?.id !== creator) return false
    const text = comparable(`${workspace.title} ${workspace.description}`)
    return words.every((word) => text.includes(word))
  })
  const sort = readSort(search)
  return sortRows(found, sort.direction, sortValues[sort.column])
}

const sortValues: Record<SortColumn, (workspace: WorkspaceSummary) => string | number> = {
  title: ({ title }) => title,
  privacy: ({ visibility }) => visibility,
  articles: ({ articlesCount }) => articlesCount,
  creator: ({ author }) => author?.name ?? '',
  created: ({ createdAt }) => Date.parse(createdAt),
}

/** Everyone who created one of these workspaces, by name. */
export function creatorsOf(workspaces: readonly WorkspaceSummary[]): { value: string; label: string }[] {
  const creators = new Map(workspaces.flatMap(({ author }) => (author ? [[author.id, author.name] as const] : [])))
  return sortRows(
    Array.from(creators, ([value, label]) => ({ value, label })),
    'ascending',
    ({ label }) => label,
  )
}
