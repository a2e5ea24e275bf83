import { useEffect, useState } from 'react'
import { formatTime } from '../format-time.ts'
import type { ShownState } from './use-host-state.ts'

/** The recorded time, four times a second. */
export function useElapsed({ phase, elapsed, shownAt }: ShownState): string {
  const [now, setNow] = useState(shownAt)
  useEffect(() => {
    if (phase !== 'recording') return
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [phase])
  return formatTime(elapsed + (phase === 'recording' ? Math.max(0, now - shownAt) : 0))
}
