/** Drags, from grabbing until they are dropped or cancelled with Escape, and the long presses that begin them by touch. */
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

type LongPress = {
  readonly onHold: () => void
  /** The finger moved sideways before. */
  readonly onSwipe: () => void
}

/** In milliseconds: shorter than the long press that opens a context menu on Android. */
const holdMs = 400
/** A resting finger moves this far. */
const restPx = 6

/** Calls one of the two, or neither for a tap, a second finger or a scrolling page. */
export function waitForLongPress({ nativeEvent: down }: ReactPointerEvent, { onHold, onSwipe }: LongPress): void {
  const listeners = new AbortController()
  const stop = () => {
    clearTimeout(timer)
    listeners.abort()
  }
  const timer = setTimeout(() => {
    stop()
    onHold()
  }, holdMs)
  const move = ({ pointerId, clientX, clientY }: PointerEvent) => {
    if (pointerId !== down.pointerId) return
    const [x, y] = [Math.abs(clientX - down.clientX), Math.abs(clientY - down.clientY)]
    if (Math.hypot(x, y) <= restPx) return
    stop()
    if (x > y) onSwipe()
  }
  const options = { capture: true, signal: listeners.signal }
  window.addEventListener('pointermove', move, options)
  window.addEventListener('pointerup', stop, options)
  window.addEventListener('pointercancel', stop, options)
  // Added while the first press is still on its way.
  window.addEventListener('pointerdown', (event) => event.pointerId !== down.pointerId && stop(), options)
}
