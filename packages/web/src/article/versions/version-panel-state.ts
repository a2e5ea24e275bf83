import { useEffect, useSyncExternalStore } from 'react'

/** The article whose versions are shown beside it; null when the panel is closed. */
let openId: string | null = null
const listeners = new Set<() => void>()

function change(next: string | null): void {
  openId = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const toggleVersions = (articleId: string): void => change(openId === articleId ? null : articleId)
export const showVersions = (articleId: string): void => change(articleId)
export const closeVersions = (): void => change(null)

/** Whether the versions of this article are shown. Another article on the screen closes them. */
export function useVersionsShown(articleId: string | undefined): boolean {
  const shownId = useSyncExternalStore(subscribe, () => openId)
  useEffect(() => {
    if (articleId === undefined) return
    return () => {
      if (openId === articleId) closeVersions()
    }
  }, [articleId])
  return articleId !== undefined && shownId === articleId
}
