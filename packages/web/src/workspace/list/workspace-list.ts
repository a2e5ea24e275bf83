/** Applies the filters and the order in the URL to the list of workspaces. */
import type { WorkspaceSummary } from '@knowreel/shared/workspace/workspace.calls.ts'
import { sortRows } from '../../ui/list/list-sort.ts'
import { normalizeForSearch } from '../../ui/normalize-for-search.ts'
import { readSort, type SortColumn, type WorkspaceListSearch } from './workspace-list-search.ts'

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
  const words = normalizeForSearch(search.q ?? '')
    .split(/\s+/u)
    .filter(Boolean)
  const found = workspaces.filter((workspace) => {
    if (privacy && workspace.visibility !== privacy) return false
    if (creator && workspace.author?.id !== creator) return false
    const text = normalizeForSearch(`${workspace.title} ${workspace.description}`)
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
export function listCreators(workspaces: readonly WorkspaceSummary[]): { value: string; label: string }[] {
  const creators = new Map(workspaces.flatMap(({ author }) => (author ? [[author.id, author.name] as const] : [])))
  return sortRows(
    Array.from(creators, ([value, label]) => ({ value, label })),
    'ascending',
    ({ label }) => label,
  )
}
