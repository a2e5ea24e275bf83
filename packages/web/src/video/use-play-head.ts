import { useEffect, useLayoutEffect, type RefObject } from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import type { MediaPlayer } from './player/media-player.ts'

type PlayHead = {
  player: MediaPlayer | null
  isPlaying: boolean
  duration: Ms
  /** Where it stands while nothing plays. */
  time: Ms
  /** Where a hand holds it; null while it is free. */
  held?: Ms | null
}

/**
 * Keeps `--at`, the share of the article that lies behind, on an element: with every picture of the screen, and past React,
 * which would draw everything anew for it.
 */
export function usePlayHead(
  element: RefObject<HTMLElement | null>,
  { player, isPlaying, duration, time, held = null }: PlayHead,
): void {
  useLayoutEffect(() => place(element.current, held ?? time, duration), [element, held, time, duration])
  useEffect(() => {
    if (!player || !isPlaying || held !== null) return
    let frame = requestAnimationFrame(function follow() {
      place(element.current, player.time(), duration)
      frame = requestAnimationFrame(follow)
    })
    return () => cancelAnimationFrame(frame)
  }, [element, player, isPlaying, duration, held])
}

function place(element: HTMLElement | null, time: Ms, duration: Ms): void {
  // Finer than that no screen shows.
  const share = (duration > 0 ? Math.min(1, Math.max(0, time / duration)) : 0).toFixed(4)
  if (element && element.style.getPropertyValue('--at') !== share) element.style.setProperty('--at', share)
}
