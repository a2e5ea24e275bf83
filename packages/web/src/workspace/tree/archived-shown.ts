import { useSyncExternalStore } from 'react'

/** Workspaces whose archived articles are shown; kept while the app is open, so that it holds from article to article. */
let shown: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function setArchivedShown(workspaceId: string, isShown: boolean): void {
  const next = new Set(shown)
  if (isShown) next.add(workspaceId)
  else next.delete(workspaceId)
  shown = next
  for (const listener of listeners) listener()
}

export const useArchivedShown = (workspaceId: string): boolean =>
  useSyncExternalStore(subscribe, () => shown.has(workspaceId))
