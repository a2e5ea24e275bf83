import { memo, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { createSignal } from '../editing/signal.ts'
import { fitView } from '../timeline/timeline-geometry.ts'
import { MarkerLine } from './marker-line.tsx'
import type { MarkersController } from './use-timeline-markers.ts'
import styles from './player-markers.module.css'

type PlayerMarkersProps = {
  controller: MarkersController
  duration: Ms
  onSeek: (time: Ms) => void
  isFullscreen?: boolean
}

/** The markers of the whole article in one line: beside the player's bar, or over it in fullscreen. */
export const PlayerMarkers = memo(function WatchingMarks({
  controller,
  duration,
  onSeek,
  isFullscreen,
}: PlayerMarkersProps) {
  const container = useRef<HTMLDivElement>(null)
  const [view] = useState(() => createSignal(fitView(duration, 0)))
  useLayoutEffect(() => {
    const element = container.current
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
      ref={container}
      className={styles.markers}
      data-empty={controller.markers.length === 0 || undefined}
      data-full={isFullscreen || undefined}
    >
      <MarkerLine view={view} duration={whole} controller={controller} onSeek={onSeek} isFullscreen={isFullscreen} />
    </div>
  )
})
