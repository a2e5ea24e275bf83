import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'

/** How far a double tap at one side seeks. */
const doubleTapSeekMs: Ms = 10_000
/** Two taps within this time are one gesture. */
const doubleTapMs = 300
const seekHintMs = 650

/** The seek just made; further taps at the same side add up. */
export type TapSeek = { readonly side: 'back' | 'forward'; readonly seconds: number }

type TapsOptions = {
  /** Nothing was played yet: any tap starts playback. */
  hasNotStarted: boolean
  isAwake: boolean
  isPlaying: boolean
  onToggle: () => void
  onFullscreen: () => void
  onSeekBy: (by: Ms) => void
  wake: () => void
  sleep: () => void
}

/**
 * Mouse and touch on the picture. With a mouse, a click plays or pauses and a double click toggles fullscreen. Touch
 * has no hover: a tap shows or hides the controls, a double tap at a side seeks back or forward.
 */
export function useTaps({
  hasNotStarted,
  isAwake,
  isPlaying,
  onToggle,
  onFullscreen,
  onSeekBy,
  wake,
  sleep,
}: TapsOptions) {
  const [shown, setShown] = useState<TapSeek | null>(null)
  const last = useRef({ at: 0, side: '' })
  const wasTouch = useRef(false)
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), seekHintMs)
    return () => clearTimeout(timer)
  }, [shown])

  const tap = (event: MouseEvent<HTMLElement>) => {
    if (hasNotStarted) return onToggle()
    const box = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - box.left) / box.width
    const side = share < 0.35 ? 'back' : share > 0.65 ? 'forward' : 'middle'
    const isSecond = event.timeStamp - last.current.at < doubleTapMs && last.current.side === side
    const isRepeated = shown !== null && shown.side === side
    last.current = { at: event.timeStamp, side }
    if (side !== 'middle' && (isSecond || isRepeated)) {
      const by = side === 'back' ? -doubleTapSeekMs : doubleTapSeekMs
      onSeekBy(by)
      setShown({ side, seconds: (isRepeated ? shown.seconds : 0) + doubleTapSeekMs / 1000 })
      wake()
    } else if (isAwake && isPlaying) sleep()
    else wake()
  }

  return {
    tapSeek: shown,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        wasTouch.current = event.pointerType === 'touch'
      },
      onClick: (event: MouseEvent<HTMLElement>) => (wasTouch.current ? tap(event) : onToggle()),
      onDoubleClick: () => !wasTouch.current && onFullscreen(),
    },
  }
}
