import { memo, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { createSignal } from '../editing/signal.ts'
import { fitView } from '../timeline/timeline-geometry.ts'
import { MarkLine } from './mark-line.tsx'
import type { UsedMarks } from './use-timeline-marks.ts'
import styles from './watching-marks.module.css'

type WatchingMarksProps = {
  used: UsedMarks
  duration: Ms
  onSeek: (time: Ms) => void
  isFullscreen?: boolean
}

/** The markers of the whole article in one line: beside the player's bar, or over it in fullscreen. */
export const WatchingMarks = memo(function WatchingMarks({ used, duration, onSeek, isFullscreen }: WatchingMarksProps) {
  const place = useRef<HTMLDivElement>(null)
  const [view] = useState(() => createSignal(fitView(duration, 0)))
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () => view.write(fitView(duration, element.clientWidth))
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [view, duration])
  const whole = useCallback(() => duration, [duration])
  return (
    <div
      ref={place}
      className={styles.place}
      data-empty={used.marks.length === 0 || undefined}
      data-full={isFullscreen || undefined}
    >
      <MarkLine view={view} duration={whole} used={used} onSeek={onSeek} isFullscreen={isFullscreen} />
    </div>
  )
})
