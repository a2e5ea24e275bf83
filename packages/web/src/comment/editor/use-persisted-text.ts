import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { forgetDraft, keepDraft, type DraftLocation, type PersistedDraft } from '../persisted-draft.ts'

/** Minimum interval in ms, because serialising a long text on every character is slow. */
const keepMs = 300

type PersistedText = {
  /** Stores a change a moment later, and at the latest when the page is left. */
  keepSoon: () => void
  /** Stores pending changes immediately, because the text is about to be removed. */
  keepNow: () => void
  forget: () => void
}

/** Stores what `read` returns; null means nothing worth storing, undefined that nothing could be read. */
export function usePersistedText(place: DraftLocation, read: () => PersistedDraft | null | undefined): PersistedText {
  const latest = useRef({ place, read })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayoutEffect(() => {
    latest.current = { place, read }
  })
  const keepNow = useCallback(() => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    const draft = latest.current.read()
    if (draft) keepDraft(latest.current.place, draft)
    else if (draft === null) forgetDraft(latest.current.place)
  }, [])
  const keepSoon = useCallback(() => {
    timer.current ??= setTimeout(keepNow, keepMs)
  }, [keepNow])
  const forget = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    forgetDraft(latest.current.place)
  }, [])
  useEffect(() => {
    addEventListener('pagehide', keepNow)
    return () => {
      clearTimeout(timer.current)
      removeEventListener('pagehide', keepNow)
    }
  }, [keepNow])
  return { keepSoon, keepNow, forget }
}
