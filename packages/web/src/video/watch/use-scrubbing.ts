import { useState, type PointerEvent, type RefObject } from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { clampSeekTime } from '../player/player.rules.ts'

type ScrubbingInput = {
  readonly line: RefObject<HTMLElement | null>
  readonly duration: Ms
  readonly onSeek: (time: Ms) => void
  /** Adjusts the time under the pointer to the intended one, a few px away. */
  readonly snap?: (time: Ms, msPerPx: number) => Ms
}

/**
 * The pointer on a line that represents the whole article: the time it points at, and the time it drags the play head
 * to.
 */
export function useScrubbing({ line, duration, onSeek, snap = (time) => time }: ScrubbingInput) {
  const [hovered, setHovered] = useState<Ms | null>(null)
  const [dragged, setDragged] = useState<Ms | null>(null)

  const timeAt = (event: PointerEvent): Ms => {
    const box = line.current?.getBoundingClientRect()
    if (!box || box.width === 0) return 0
    const msPerPx = duration / box.width
    return clampSeekTime(snap((event.clientX - box.left) * msPerPx, msPerPx), duration)
  }
  const drag = (event: PointerEvent) => {
    const at = timeAt(event)
    setDragged(at)
    onSeek(at)
  }
  const endDrag = () => setDragged(null)

  return {
    dragged,
    pointed: dragged ?? hovered,
    pointer: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        drag(event)
      },
      onPointerMove: (event: PointerEvent) => {
        if (dragged !== null) drag(event)
        else if (event.pointerType === 'mouse') setHovered(timeAt(event))
      },
      onPointerUp: endDrag,
      onPointerCancel: endDrag,
      onLostPointerCapture: endDrag,
      onPointerLeave: () => setHovered(null),
    },
  }
}
