import { memo } from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { minorParts, visibleTicks, timeLabel, toPx } from '../../timeline/timeline-geometry.ts'
import { LaneCanvas, type LanePainting } from './lane-canvas.tsx'
import type { TimelineScene } from '../timeline-scene.ts'
import styles from '../timeline.module.css'

const rulerHeight = 28
/** Labels at both ends extend beyond the lanes. */
const bleedPx = 24

type RulerLaneProps = {
  scene: TimelineScene
  /** Forces a redraw in addition to the view; selecting a paragraph must not. */
  duration: Ms
}

export const RulerLane = memo(function RulerLane({ scene }: RulerLaneProps) {
  return <LaneCanvas scene={scene} className={styles.scale} height={rulerHeight} bleed={bleedPx} paint={paintRuler} />
})

function paintRuler({ context, view, duration, height, color }: LanePainting): void {
  const { step, ticks } = visibleTicks(view, duration)
  const minor = step / minorParts(step)
  context.fillStyle = color('--border-input')
  context.globalAlpha = 0.6
  const first = Math.ceil(view.from / minor)
  const end = Math.min(duration, view.from + (view.width / view.pxPerSecond) * 1000)
  for (let index = first; index * minor <= end; index++) {
    context.fillRect(Math.round(toPx(view, index * minor)), height - 4, 1, 4)
  }
  context.globalAlpha = 1
  for (const { px } of ticks) context.fillRect(Math.round(px), height - 8, 1, 8)
  context.fillStyle = color('--text-2')
  context.font = `400 12px ${color('--font')}`
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  for (const { time, px } of ticks) context.fillText(timeLabel(time, step), px, 11)
}
