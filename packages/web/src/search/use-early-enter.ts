import { useEffect, type KeyboardEvent, type RefObject } from 'react'

/** Enter that was pressed before the results of what is typed arrived; typing forgets it. */
export type EarlyEnter = RefObject<KeyboardEvent | null>

/** Acts on it when they have arrived. */
export function useEarlyEnter(earlyRef: EarlyEnter, isReady: boolean, act: (event: KeyboardEvent) => void): void {
  useEffect(() => {
    const event = earlyRef.current
    if (event === null || !isReady) return
    earlyRef.current = null
    act(event)
  })
}
