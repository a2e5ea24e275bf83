/** A drag, from grabbing until it is dropped or cancelled with Escape. */
import type { PointerEvent as ReactPointerEvent } from 'react'
import { scrollBy } from '../timeline/timeline-geometry.ts'
import type { TimelineScene } from './timeline-scene.ts'

type PointerState = { readonly clientX: number; readonly clientY: number; readonly altKey: boolean }

type DragSession = {
  /** The element that captures the pointer; the one that listens by default. */
  readonly target?: HTMLElement
  /** The element that px are measured from. */
  readonly area: () => HTMLElement | null
  readonly scene: TimelineScene
  /**
   * `px` is measured from the left edge of the view; also called while the view scrolls because the pointer is at its
   * edge.
   */
  readonly onMove: (px: number, held: PointerState) => void
  readonly onEnd: (isDone: boolean) => void
}

/** Within this distance of an edge the view scrolls, faster the farther the pointer is beyond it. */
const edgePx = 20
const maxScrollPx = 24

export function startDrag(event: ReactPointerEvent, session: DragSession): void {
  const { area, scene, onMove, onEnd } = session
  const target = session.target ?? event.currentTarget
  const { pointerId } = event
  let held: PointerState = event.nativeEvent
  let frame = 0
  target.setPointerCapture(pointerId)

  const pxOf = () => held.clientX - (area()?.getBoundingClientRect().left ?? 0)
  const move = () => onMove(pxOf(), held)
  const atEdge = () => {
    frame = requestAnimationFrame(atEdge)
    const { width } = scene.view.read()
    const px = pxOf()
    const beyond = px < edgePx ? px - edgePx : Math.max(0, px - width + edgePx)
    if (beyond === 0) return
    const before = scene.view.read()
    scene.view.write(scrollBy(before, scene.duration(), Math.max(-maxScrollPx, Math.min(maxScrollPx, beyond / 2))))
    if (scene.view.read().from !== before.from) move()
  }
  const follow = (moved: Event) => {
    if (!(moved instanceof PointerEvent) || moved.pointerId !== pointerId) return
    held = moved
    move()
  }
  const stop = (isDone: boolean) => {
    cancelAnimationFrame(frame)
    target.removeEventListener('pointermove', follow)
    target.removeEventListener('pointerup', done)
    target.removeEventListener('pointercancel', giveUp)
    window.removeEventListener('keydown', press, true)
    scene.guide.write(null)
    onEnd(isDone)
  }
  const done = () => stop(true)
  const giveUp = () => stop(false)
  const press = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape') return
    pressed.preventDefault()
    pressed.stopPropagation()
    stop(false)
  }
  target.addEventListener('pointermove', follow)
  target.addEventListener('pointerup', done)
  target.addEventListener('pointercancel', giveUp)
  // Before every other meaning of Escape.
  window.addEventListener('keydown', press, true)
  frame = requestAnimationFrame(atEdge)
}
