import { useCallback, useState } from 'react'
import { readSetting, writeSetting } from '../../platform/browser-storage.ts'

const storageKey = (workspaceId: string) => `knowreel.folded:${workspaceId}`

function readFolded(workspaceId: string): ReadonlySet<string> {
  try {
    const saved: unknown = JSON.parse(readSetting(storageKey(workspaceId)) ?? '[]')
    return new Set(Array.isArray(saved) ? saved.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}

type FoldedArticles = {
  folded: ReadonlySet<string>
  setFolded: (id: string, isFolded: boolean) => void
  /** Unfolds without storing it, to show the open article. */
  unfoldTemporarily: (ids: readonly string[]) => void
}

/** The folded articles of a workspace; everything starts unfolded, and the browser stores changes. */
export function useFoldedArticles(workspaceId: string): FoldedArticles {
  const [state, setState] = useState(() => ({ workspaceId, folded: readFolded(workspaceId) }))
  const folded = state.workspaceId === workspaceId ? state.folded : readFolded(workspaceId)

  const setFolded = useCallback(
    (id: string, isFolded: boolean) => {
      const remembered = new Set(readFolded(workspaceId))
      const shown = new Set(folded)
      for (const set of [remembered, shown]) {
        if (isFolded) set.add(id)
        else set.delete(id)
      }
      writeSetting(storageKey(workspaceId), JSON.stringify([...remembered]))
      setState({ workspaceId, folded: shown })
    },
    [workspaceId, folded],
  )

  const reveal = useCallback(
    (ids: readonly string[]) => {
      setState((current) => {
        const shown = current.workspaceId === workspaceId ? current.folded : readFolded(workspaceId)
        return ids.some((id) => shown.has(id))
          ? { workspaceId, folded: new Set([...shown].filter((id) => !ids.includes(id))) }
          : current
      })
    },
    [workspaceId],
  )

  return { folded, setFolded, unfoldTemporarily: reveal }
}
