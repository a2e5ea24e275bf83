import { Store, useSelector } from '@tanstack/react-store'

/** Workspaces whose archived articles are shown; kept in memory, so that it persists from article to article. */
const shownStore = new Store<ReadonlySet<string>>(new Set<string>())

export function setArchivedShown(workspaceId: string, isShown: boolean): void {
  shownStore.setState((shown) => {
    const next = new Set(shown)
    if (isShown) next.add(workspaceId)
    else next.delete(workspaceId)
    return next
  })
}

export const useArchivedShown = (workspaceId: string): boolean =>
  useSelector(shownStore, (shown) => shown.has(workspaceId))
