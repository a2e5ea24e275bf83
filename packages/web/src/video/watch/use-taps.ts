import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'

/** How far a double tap at one side seeks. */
const leap: Ms = 10_000
/** Two taps within this time are one gesture. */
const betweenTapsMs = 300
const leapShownMs = 650

/** The seek just made; further taps at the same side add up. */
export type Leap = { readonly side: 'back' | 'forward'; readonly seconds: number }

type TapsOptions = {
  /** Nothing was played yet: any tap starts playback. */
  isFresh: boolean
  isAwake: boolean
  isPlaying: boolean
  onToggle: () => void
  onFullscreen: () => void
  onLeap: (by: Ms) => void
  wake: () => void
  sleep: () => void
}

/**
 * Mouse and touch on the picture. With a mouse, a click plays or pauses and a double click toggles fullscreen. Touch
 * has no hover: a tap shows or hides the controls, a double tap at a side seeks back or forward.
 */
export function useTaps({ isFresh, isAwake, isPlaying, onToggle, onFullscreen, onLeap, wake, sleep }: TapsOptions) {
  const [shown, setShown] = useState<Leap | null>(null)
  const last = useRef({ at: 0, side: '' })
  const wasTouch = useRef(false)
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), leapShownMs)
    return () => clearTimeout(timer)
  }, [shown])

  const tap = (event: MouseEvent<HTMLElement>) => {
    if (isFresh) return onToggle()
    const box = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - box.left) / box.width
    const side = share < 0.35 ? 'back' : share > 0.65 ? 'forward' : 'middle'
    const isSecond = event.timeStamp - last.current.at < betweenTapsMs && last.current.side === side
    const goesOn = shown !== null && shown.side === side
    last.current = { at: event.timeStamp, side }
    if (side !== 'middle' && (isSecond || goesOn)) {
      const by = side === 'back' ? -leap : leap
      onLeap(by)
      setShown({ side, seconds: (goesOn ? shown.seconds : 0) + leap / 1000 })
      wake()
    } else if (isAwake && isPlaying) sleep()
    else wake()
  }

  return {
    leap: shown,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        wasTouch.current = event.pointerType === 'touch'
      },
      onClick: (event: MouseEvent<HTMLElement>) => (wasTouch.current ? tap(event) : onToggle()),
      onDoubleClick: () => !wasTouch.current && onFullscreen(),
    },
  }
}
