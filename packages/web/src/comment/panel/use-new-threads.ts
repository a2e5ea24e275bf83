import { useLayoutEffect, useMemo, useState, type RefObject } from 'react'
import type { Thread } from '../thread/threads.rules.ts'

/** Distance from the top in px within which the list counts as scrolled to its beginning. */
const topTolerancePx = 40

type NewThreads = {
  readonly shown: readonly Thread[]
  /** Number of threads by others that wait to be shown. */
  readonly pendingCount: number
  readonly showAll: () => void
}

type KnownThreads = { readonly ids: ReadonlySet<string>; readonly newest: string }

function knownThreadsOf(threads: readonly Thread[]): KnownThreads {
  let newest = ''
  for (const { root } of threads) if (root.createdAt > newest) newest = root.createdAt
  return { ids: new Set(threads.map(({ root }) => root.id)), newest }
}

/** New threads by others wait while the reader is further down, so that the list does not move. */
export function useNewThreads(
  threads: readonly Thread[],
  userId: string,
  scroll: RefObject<HTMLElement | null>,
): NewThreads {
  const [known, setKnown] = useState<KnownThreads | null>(null)
  // Threads that are not newer than the known ones were loaded by scrolling back, so they do not wait.
  const isHeld = ({ root }: Thread) =>
    known !== null && !known.ids.has(root.id) && root.createdAt > known.newest && root.userId !== userId
  const waiting = threads.filter(isHeld).length
  const present = useMemo(() => knownThreadsOf(threads), [threads])
  const showAll = () => setKnown(present)
  useLayoutEffect(() => {
    const isAtTop = (scroll.current?.scrollTop ?? 0) < topTolerancePx
    if (known === null || (waiting > 0 && isAtTop)) setKnown(present)
  }, [known, waiting, present, scroll])
  return { shown: waiting > 0 ? threads.filter((one) => !isHeld(one)) : threads, pendingCount: waiting, showAll }
}
