import { useEffect, useRef } from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import type { MediaPlayer } from '../player/media-player.ts'
import { passedMarkers } from './passed-markers.ts'
import type { PositionedMarker } from './timeline-markers.ts'
import styles from './burst-layer.module.css'

type BurstLayerProps = {
  player: MediaPlayer | null
  isPlaying: boolean
  duration: Ms
  markers: readonly PositionedMarker[]
  /** The reaction just given on this page; a new object each time. */
  latest: { readonly icon: string; readonly time: Ms } | null
}

const maxBursts = 3

/**
 * Emojis rise briefly when the play head passes them. This bypasses React and uses one element per burst, animated by
 * the compositor: between bursts a frame costs one search.
 */
export function BurstLayer({ player, isPlaying, duration, markers, latest }: BurstLayerProps) {
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!player || !isPlaying) return
    let before = player.time()
    let frame = requestAnimationFrame(function follow() {
      const now = player.time()
      for (const { icon, time } of passedMarkers(markers, before, now, maxBursts))
        showBurst(layer.current, icon, time / duration)
      before = now
      frame = requestAnimationFrame(follow)
    })
    return () => cancelAnimationFrame(frame)
  }, [player, isPlaying, duration, markers])
  useEffect(() => {
    if (latest) showBurst(layer.current, latest.icon, latest.time / duration)
    // A burst belongs to its reaction; other changes must not repeat it.
    // eslint-disable-next-line react/exhaustive-deps
  }, [latest])
  return <div ref={layer} className={styles.layer} aria-hidden />
}

function showBurst(layer: HTMLElement | null, icon: string | null, share: number): void {
  if (!layer || icon === null || layer.childElementCount >= maxBursts) return
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const spark = document.createElement('span')
  spark.textContent = icon
  // Simultaneous bursts rise side by side.
  spark.style.left = `calc(${(share * 100).toFixed(2)}% + ${layer.childElementCount * 18 - 18}px)`
  spark.addEventListener('animationend', () => spark.remove())
  layer.append(spark)
}
