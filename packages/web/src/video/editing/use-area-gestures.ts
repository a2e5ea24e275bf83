import { useEffect, type PointerEvent, type RefObject } from 'react'
import { isFit, scrollBy, toTime, zoom } from '../timeline/timeline-geometry.ts'
import type { PlayHeadController } from './play-head-controller.ts'
import type { TimelineScene } from './timeline-scene.ts'

/** Zoom per px of wheel movement with the zoom key. */
const zoomPerPx = 0.0022
const linePx = 16

/**
 * Wheel and trackpad: scrolls along the time; with the control key, which pinching also sends, zooms around the
 * pointer.
 */
export function useWheel(area: RefObject<HTMLElement | null>, scene: TimelineScene): void {
  useEffect(() => {
    const element = area.current
    if (!element) return
    const turn = (event: WheelEvent) => {
      const view = scene.view.read()
      const duration = scene.duration()
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : linePx
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault()
        const px = event.clientX - element.getBoundingClientRect().left
        scene.isFollowing.write(false)
        scene.view.write(zoom(view, duration, Math.exp(-event.deltaY * unit * zoomPerPx * 2), px))
        return
      }
      const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
      const by = (isSideways && event.deltaX !== 0 ? event.deltaX : event.deltaY) * unit
      // With everything visible there is nothing to scroll, so the page receives the wheel.
      if (by === 0 || isFit(view, duration)) return
      const scrolled = scrollBy(view, duration, by)
      if (scrolled.from === view.from && !isSideways) return
      event.preventDefault()
      scene.isFollowing.write(false)
      scene.view.write(scrolled)
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [area, scene])
}

const maxTapPx = 6

/** Touch on the lanes: one finger scrolls, two zoom, a tap seeks. */
export function createTouchHandlers(scene: TimelineScene, playHead: PlayHeadController) {
  const fingers = new Map<number, number>()
  let hasMoved = false
  let left = 0
  const spread = () => {
    const [one = 0, other = 0] = fingers.values()
    return { middle: (one + other) / 2 - left, width: Math.max(1, Math.abs(one - other)) }
  }
  return {
    onPointerDown(event: PointerEvent) {
      if (event.pointerType === 'mouse') return
      left = event.currentTarget.getBoundingClientRect().left
      if (fingers.size === 0) hasMoved = false
      fingers.set(event.pointerId, event.clientX)
      if (fingers.size > 1) hasMoved = true
    },
    onPointerMove(event: PointerEvent) {
      const before = fingers.get(event.pointerId)
      if (before === undefined) return
      // After a long press, the finger drags a block.
      if (scene.dragged.read() !== null) {
        hasMoved = true
        return
      }
      const view = scene.view.read()
      const duration = scene.duration()
      if (fingers.size === 1) {
        if (!hasMoved && Math.abs(event.clientX - before) < maxTapPx) return
        hasMoved = true
        scene.isFollowing.write(false)
        scene.view.write(scrollBy(view, duration, before - event.clientX))
        fingers.set(event.pointerId, event.clientX)
        return
      }
      const old = spread()
      fingers.set(event.pointerId, event.clientX)
      const now = spread()
      const zoomed = zoom(view, duration, now.width / old.width, old.middle)
      scene.view.write(scrollBy(zoomed, duration, old.middle - now.middle))
    },
    onPointerUp(event: PointerEvent) {
      if (!fingers.delete(event.pointerId)) return
      if (!hasMoved && fingers.size === 0) playHead.seek(toTime(scene.view.read(), event.clientX - left))
    },
    onPointerCancel(event: PointerEvent) {
      fingers.delete(event.pointerId)
    },
  }
}
