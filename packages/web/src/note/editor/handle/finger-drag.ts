import { coveredHeight } from '../caret/caret-in-view.ts'

type FingerDrag = {
  /** False if nothing can be dragged. */
  readonly onStart: () => boolean
  readonly onMove: (finger: PointerEvent) => void
  /** The point where the block is dropped; null if the drag was cancelled. Called only after `onStart`. */
  readonly onEnd: (point: PointerEvent | null) => void
}

/** Smaller movements are a tap. */
const dragThresholdPx = 6
const maxScrollPx = 14

/**
 * Follows the finger that pressed the grip; the page scrolls while the finger is near its top or bottom. Browsers do not
 * fire drag events for touch. Returns a function that cancels the drag.
 */
export function followFinger(
  grip: HTMLElement,
  page: HTMLElement,
  down: PointerEvent,
  { onStart, onMove, onEnd }: FingerDrag,
): () => void {
  let finger = down
  let hasStarted = false
  let frame = 0
  const listeners = new AbortController()
  const scrollAtEdge = (): void => {
    frame = requestAnimationFrame(scrollAtEdge)
    const distance = distanceBeyondEdge(page, finger.clientY)
    if (distance === 0) return
    const before = page.scrollTop
    page.scrollTop += Math.max(-maxScrollPx, Math.min(maxScrollPx, distance / 4))
    if (page.scrollTop !== before) onMove(finger)
  }
  const move = (event: PointerEvent): void => {
    if (event.pointerId !== down.pointerId) return
    finger = event
    if (!hasStarted) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) <= dragThresholdPx) return
      hasStarted = onStart()
      if (!hasStarted) return stop(null)
      frame = requestAnimationFrame(scrollAtEdge)
    }
    onMove(event)
  }
  const stop = (point: PointerEvent | null): void => {
    if (listeners.signal.aborted) return
    listeners.abort()
    cancelAnimationFrame(frame)
    if (hasStarted) onEnd(point)
  }
  const { signal } = listeners
  grip.setPointerCapture(down.pointerId)
  grip.addEventListener('pointermove', move, { signal })
  grip.addEventListener('pointerup', (event) => event.pointerId === down.pointerId && stop(event), { signal })
  grip.addEventListener('pointercancel', (event) => event.pointerId === down.pointerId && stop(null), { signal })
  return () => stop(null)
}

/** In px: negative above the part of the page that bars leave free. */
function distanceBeyondEdge(page: HTMLElement, y: number): number {
  const { top, bottom } = page.getBoundingClientRect()
  const above = y - (Math.max(top, 0) + coveredHeight.top)
  const below = y - (Math.min(bottom, visualViewport?.height ?? innerHeight) - coveredHeight.bottom)
  return above < 0 ? above : Math.max(0, below)
}
