import { useEffect, useRef, type KeyboardEvent } from 'react'

type EarlyEnter = { readonly keep: (event: KeyboardEvent) => void; readonly forget: () => void }

/** Enter that is pressed before the results of what is typed have arrived acts when they do. */
export function useEarlyEnter(isReady: boolean, act: (event: KeyboardEvent) => void): EarlyEnter {
  const kept = useRef<KeyboardEvent | null>(null)
  useEffect(() => {
    const event = kept.current
    if (event === null || !isReady) return
    kept.current = null
    act(event)
  })
  return {
    keep: (event) => (kept.current = event),
    forget: () => (kept.current = null),
  }
}
