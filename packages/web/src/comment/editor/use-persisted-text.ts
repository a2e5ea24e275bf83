import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { readDraft, removeDraft, saveDraft, type DraftTarget, type PersistedDraft } from '../persisted-draft.ts'

/** Minimum interval in ms, because serialising a long text on every character is slow. */
const saveIntervalMs = 300

type PersistedText = {
  /** Stores a change a moment later, and at the latest when the page is left. */
  scheduleSave: () => void
  /** Stores pending changes immediately, because the text is about to be removed. */
  saveNow: () => void
  /** With an id, only the draft of that attempt: another window may have stored a newer one. */
  remove: (clientId?: string) => void
}

/** Stores what `read` returns; null means nothing worth storing, undefined that nothing could be read. */
export function usePersistedText(target: DraftTarget, read: () => PersistedDraft | null | undefined): PersistedText {
  const latest = useRef({ target, read })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayoutEffect(() => {
    latest.current = { target, read }
  })
  const keepNow = useCallback(() => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    const draft = latest.current.read()
    if (draft) saveDraft(latest.current.target, draft)
    else if (draft === null) removeDraft(latest.current.target)
  }, [])
  const keepSoon = useCallback(() => {
    timer.current ??= setTimeout(keepNow, saveIntervalMs)
  }, [keepNow])
  const forget = useCallback((clientId?: string) => {
    clearTimeout(timer.current)
    timer.current = undefined
    const { target: present } = latest.current
    if (clientId === undefined || readDraft(present)?.clientId === clientId) removeDraft(present)
  }, [])
  useEffect(() => {
    addEventListener('pagehide', keepNow)
    return () => {
      clearTimeout(timer.current)
      removeEventListener('pagehide', keepNow)
    }
  }, [keepNow])
  return { scheduleSave: keepSoon, saveNow: keepNow, remove: forget }
}
