/**
 * Which rows of a scrolling list are in view, all of them of one height. The library for lists of any heights weighs
 * eight times as much as the rest of the tree, in the first view of every article.
 */
import { useLayoutEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** Rows that are also rendered before and after those in view. */
const overscan = 8

type VisibleRows = {
  /** Index of the first row to render, and of the one after the last. */
  readonly first: number
  readonly end: number
  /** Scrolls no further than needed. */
  readonly scrollToRow: (index: number) => void
}

/** `rowHeight` in px. */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  { count, rowHeight }: { readonly count: number; readonly rowHeight: number },
): VisibleRows {
  const [range, setRange] = useState({ first: 0, end: 0 })

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const update = () => {
      const { scrollTop, clientHeight } = element
      const first = Math.max(0, Math.floor(scrollTop / rowHeight) - overscan)
      const end = Math.ceil((scrollTop + clientHeight) / rowHeight) + overscan
      setRange((last) => (last.first === first && last.end === end ? last : { first, end }))
    }
    // The next frame must not show rows that are missing.
    const onScroll = () => flushSync(update)
    update()
    const observer = new ResizeObserver(update)
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroller, rowHeight])

  const scrollToRow = (index: number): void => {
    const element = scroller.current
    if (!element) return
    const start = index * rowHeight
    const lowest = start + rowHeight - element.clientHeight
    if (start < element.scrollTop) element.scrollTo({ top: start, behavior: 'instant' })
    else if (lowest > element.scrollTop) element.scrollTo({ top: lowest, behavior: 'instant' })
  }

  return { first: Math.min(range.first, count), end: Math.min(range.end, count), scrollToRow }
}
