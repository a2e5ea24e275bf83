import { useEffect, useRef, type RefObject } from 'react'

/** The list does not scroll away from someone reading in it, until they have been idle for this long. */
const idleMs = 3000

const activityEvents = ['wheel', 'touchmove', 'pointermove', 'pointerdown', 'keydown'] as const

/**
 * Keeps the playing row visible: once it is out of view it is scrolled to the middle, unless someone uses the list. A
 * list that scrolls with the page follows only if the previous row was visible.
 */
export function useFollowPlayingRow(list: RefObject<HTMLElement | null>, currentId: string | null): void {
  const usedAt = useRef(-Infinity)
  const wasInSight = useRef(true)

  useEffect(() => {
    const box = list.current
    if (!box) return
    const use = () => {
      usedAt.current = performance.now()
    }
    for (const name of activityEvents) box.addEventListener(name, use, { passive: true })
    return () => {
      for (const name of activityEvents) box.removeEventListener(name, use)
    }
  }, [list])

  useEffect(() => {
    const box = list.current
    const row = box?.querySelector<HTMLElement>('[data-current]')
    if (!box || !row) return
    const isOwnScroller = box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY === 'auto'
    const scroller = isOwnScroller ? box : box.closest('main')
    if (!scroller) return
    const inSight = isRowVisible(row, scroller, isOwnScroller ? 0 : stickyTopHeight(scroller))
    const mayFollow = isOwnScroller || wasInSight.current
    wasInSight.current = inSight || (mayFollow && !isOwnScroller)
    if (inSight || !mayFollow || performance.now() - usedAt.current < idleMs) return
    if (!isOwnScroller && scroller.scrollTop === 0) return
    const from = row.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
    scroller.scrollTo({
      top: from - (scroller.clientHeight - row.clientHeight) / 2,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    })
  }, [list, currentId])
}

/** Leaves room for the fade at the lower end. */
const fadePx = 32

function isRowVisible(row: HTMLElement, scroller: HTMLElement, covered: number): boolean {
  const { top, bottom } = row.getBoundingClientRect()
  const frame = scroller.getBoundingClientRect()
  return top >= frame.top + covered && bottom <= frame.bottom - fadePx
}

/** On phones the picture stays at the top while the page scrolls under it. */
function stickyTopHeight(scroller: HTMLElement): number {
  const stage = scroller.querySelector<HTMLElement>('[data-stage]')
  return stage && getComputedStyle(stage).position === 'sticky' ? stage.offsetHeight : 0
}
