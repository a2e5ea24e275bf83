import { useLayoutEffect, useMemo, useState, type RefObject } from 'react'
import type { Thread } from './threads.rules.ts'

/** Pixels from the top within which the list counts as being at its beginning. */
const topPx = 40

type Arrivals = {
  readonly shown: readonly Thread[]
  /** How many threads of others wait to be shown. */
  readonly waiting: number
  readonly showAll: () => void
}

/** What others begin while somebody reads further down waits: the list does not move under the eyes. */
export function useArrivals(
  threads: readonly Thread[],
  userId: string,
  scroll: RefObject<HTMLElement | null>,
): Arrivals {
  const [known, setKnown] = useState<ReadonlySet<string> | null>(null)
  const isHeld = ({ root }: Thread) => known !== null && !known.has(root.id) && root.userId !== userId
  const waiting = threads.filter(isHeld).length
  const ids = useMemo(() => threads.map(({ root }) => root.id), [threads])
  const showAll = () => setKnown(new Set(ids))
  useLayoutEffect(() => {
    const isAtTop = (scroll.current?.scrollTop ?? 0) < topPx
    if (known === null || (waiting > 0 && isAtTop)) setKnown(new Set(ids))
  }, [known, waiting, ids, scroll])
  return { shown: waiting > 0 ? threads.filter((one) => !isHeld(one)) : threads, waiting, showAll }
}
