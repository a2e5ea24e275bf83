import { useEffect, type RefObject } from 'react'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import * as texts from '../texts.ts'
import { ThreadView } from './thread-view.tsx'
import { findRootId, type Thread } from './threads.rules.ts'

type CommentListProps = {
  threads: readonly Thread[]
  scroll: RefObject<HTMLElement | null>
  activeId: string | null
  highlightedId: string | null
  /** The comment to scroll to; a new request for the same comment scrolls again. */
  target: { readonly id: string; readonly requestId: number } | null
}

/** Estimated height of an unmeasured thread, in px. */
const estimatedHeight = 132
/** Maximum number of animation frames until a requested thread is in position. */
const maxScrollFrames = 60

/** A virtual list for thousands of threads: renders only visible ones and the active one. */
export function CommentList({ threads, scroll, activeId, highlightedId, target }: CommentListProps) {
  const activeIndex = threads.findIndex(({ root }) => root.id === activeId)
  const list = useVirtualizer({
    count: threads.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => threads[index]?.root.id ?? index,
    overscan: 4,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range)
      return activeIndex < 0 || drawn.includes(activeIndex)
        ? drawn
        : [...drawn, activeIndex].toSorted((one, other) => one - other)
    },
  })
  const targetIndex = target ? threads.findIndex(({ root }) => root.id === findRootId(threads, target.id)) : -1

  useEffect(() => {
    if (!target || targetIndex < 0) return
    let frames = 0
    let frame = requestAnimationFrame(function seek() {
      const card = scroll.current?.querySelector<HTMLElement>(`[data-comment="${CSS.escape(target.id)}"]`)
      if (!card) list.scrollToIndex(targetIndex, { align: 'center' })
      frames += 1
      // Threads around it are measured only when they come into view, which moves it.
      if (card && frames > 3) {
        card.scrollIntoView({ block: 'center' })
        card.focus({ preventScroll: true })
        return
      }
      if (frames < maxScrollFrames) frame = requestAnimationFrame(seek)
    })
    return () => cancelAnimationFrame(frame)
    // eslint-disable-next-line react/exhaustive-deps
  }, [target?.requestId, targetIndex < 0])

  return (
    <ul aria-label={texts.comments} style={{ position: 'relative', height: list.getTotalSize() }}>
      {list.getVirtualItems().map(({ index, key, start }) => {
        const thread = threads[index]
        return (
          thread && (
            <li
              key={key}
              ref={list.measureElement}
              data-index={index}
              aria-setsize={threads.length}
              aria-posinset={index + 1}
              style={{ position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${start}px)` }}
            >
              <ThreadView
                thread={thread}
                isActive={index === activeIndex}
                highlightedId={highlightedId !== null && findRootId([thread], highlightedId) ? highlightedId : null}
              />
            </li>
          )
        )
      })}
    </ul>
  )
}
