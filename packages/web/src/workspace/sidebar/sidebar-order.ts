/**
 * The workspaces in the sidebar: favourites first, by title; then the rest as the user arranged them in this browser.
 * The arrangement is stored per person, so that it survives signing out and is not shared on a shared computer.
 */
import { readSetting, writeSetting } from '../../platform/browser-storage.ts'

type Sortable = {
  readonly id: string
  readonly title: string
  readonly isFavorite: boolean
  readonly createdAt: string
}

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })

export function arrangeSidebar<Workspace extends Sortable>(
  workspaces: readonly Workspace[],
  saved: readonly string[],
): { favorites: Workspace[]; others: Workspace[] } {
  const savedIndexes = new Map(saved.map((id, index) => [id, index]))
  const indexOf = (workspace: Workspace) => savedIndexes.get(workspace.id) ?? saved.length
  return {
    favorites: workspaces
      .filter(({ isFavorite }) => isFavorite)
      .toSorted((one, other) => collator.compare(one.title, other.title)),
    // Those not arranged yet come last, the newest of them first.
    others: workspaces
      .filter(({ isFavorite }) => !isFavorite)
      .toSorted((one, other) => indexOf(one) - indexOf(other) || other.createdAt.localeCompare(one.createdAt)),
  }
}

/**
 * The arrangement with one workspace moved to `index`; ids of workspaces that are not shown now keep their position.
 */
export function moveInSidebar(shown: readonly string[], saved: readonly string[], id: string, index: number): string[] {
  const rest = shown.filter((one) => one !== id)
  const moved = [...rest.slice(0, index), id, ...rest.slice(index)]
  const isShown = new Set(shown)
  const hidden = saved.map((one, savedIndex) => ({ one, savedIndex })).filter(({ one }) => !isShown.has(one))
  return hidden.reduce(
    (order, { one, savedIndex }) => order.toSpliced(Math.min(savedIndex, order.length), 0, one),
    moved,
  )
}

const storageKey = (userId: string) => `workspaces-ordering:${userId}`

export function readSidebarOrder(userId: string): string[] {
  try {
    const saved: unknown = JSON.parse(readSetting(storageKey(userId)) ?? '[]')
    return Array.isArray(saved) ? saved.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export const writeSidebarOrder = (userId: string, order: readonly string[]): void =>
  writeSetting(storageKey(userId), JSON.stringify(order))
