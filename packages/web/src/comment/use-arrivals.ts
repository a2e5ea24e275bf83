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

type Known = { readonly ids: ReadonlySet<string>; readonly newest: string }

function knownOf(threads: readonly Thread[]): Known {
  let newest = ''
  for (const { root } of threads) if (root.createdAt > newest) newest = root.createdAt
  return { ids: new Set(threads.map(({ root }) => root.id)), newest }
}

/** What others begin while somebody reads further down waits: the list does not move under the eyes. */
export function useArrivals(
  threads: readonly Thread[],
  userId: string,
  scroll: RefObject<HTMLElement | null>,
): Arrivals {
  const [known, setKnown] = useState<Known | null>(null)
  // What is older than all that is known was read by going back in a long list.
  const isHeld = ({ root }: Thread) =>
    known !== null && !known.ids.has(root.id) && root.createdAt > known.newest && root.userId !== userId
  const waiting = threads.filter(isHeld).length
  const present = useMemo(() => knownOf(threads), [threads])
  const showAll = () => setKnown(present)
  useLayoutEffect(() => {
    const isAtTop = (scroll.current?.scrollTop ?? 0) < topPx
    if (known === null || (waiting > 0 && isAtTop)) setKnown(present)
  }, [known, waiting, present, scroll])
  return { shown: waiting > 0 ? threads.filter((one) => !isHeld(one)) : threads, waiting, showAll }
}
