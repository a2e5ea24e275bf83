/** A drag from where it is taken hold of until it is let go or given up with Escape. */
import type { PointerEvent as ReactPointerEvent } from 'react'
import { scrollBy } from '../timeline/timeline-geometry.ts'
import type { TimelineScene } from './timeline-scene.ts'

type Held = { readonly clientX: number; readonly clientY: number; readonly altKey: boolean }

type DragSession = {
  /** What holds the pointer; the element that listens unless told. */
  readonly target?: HTMLElement
  /** Where px are counted from. */
  readonly area: () => HTMLElement | null
  readonly scene: TimelineScene
  /** `px` from the left edge of the view; called again while the view scrolls under a hand at its edge. */
  readonly onMove: (px: number, held: Held) => void
  readonly onEnd: (isDone: boolean) => void
}

/** So near to an edge the view scrolls, the faster the farther beyond. */
const edgePx = 20
const fastestPx = 24

export function startDrag(event: ReactPointerEvent, session: DragSession): void {
  const { area, scene, onMove, onEnd } = session
  const target = session.target ?? event.currentTarget
  const { pointerId } = event
  let held: Held = event.nativeEvent
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
    scene.view.write(scrollBy(before, scene.duration(), Math.max(-fastestPx, Math.min(fastestPx, beyond / 2))))
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
    document.removeEventListener('keydown', press, true)
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
  document.addEventListener('keydown', press, true)
  frame = requestAnimationFrame(atEdge)
}
