import { useEffect, useLayoutEffect, type RefObject } from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import type { MediaPlayer } from '../player/media-player.ts'

type PlayHeadInput = {
  player: MediaPlayer | null
  isPlaying: boolean
  duration: Ms
  /** The time while nothing plays. */
  time: Ms
  /** The time it is dragged to; null while it is not dragged. */
  draggedTo?: Ms | null
}

/**
 * Keeps `--at`, the elapsed share of the article, on an element. It is updated in every frame and bypasses React, which
 * would render everything.
 */
export function usePlayHead(
  element: RefObject<HTMLElement | null>,
  { player, isPlaying, duration, time, draggedTo = null }: PlayHeadInput,
): void {
  useLayoutEffect(
    () => setPlayHeadShare(element.current, draggedTo ?? time, duration),
    [element, draggedTo, time, duration],
  )
  useEffect(() => {
    if (!player || !isPlaying || draggedTo !== null) return
    let frame = requestAnimationFrame(function follow() {
      setPlayHeadShare(element.current, player.time(), duration)
      frame = requestAnimationFrame(follow)
    })
    return () => cancelAnimationFrame(frame)
  }, [element, player, isPlaying, duration, draggedTo])
}

function setPlayHeadShare(element: HTMLElement | null, time: Ms, duration: Ms): void {
  // No screen shows a finer step.
  const share = (duration > 0 ? Math.min(1, Math.max(0, time / duration)) : 0).toFixed(4)
  if (element && element.style.getPropertyValue('--at') !== share) element.style.setProperty('--at', share)
}
