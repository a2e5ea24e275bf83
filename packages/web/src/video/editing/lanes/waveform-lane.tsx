import { memo, useMemo, useState } from 'react'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Video } from '@knowreel/shared/video/video.wire.ts'
import { soundBars } from '../../timeline/pieces-in-view.ts'
import { cachedArticleMap } from '../../timeline/snap-targets.ts'
import { LaneCanvas, type LanePainting } from './lane-canvas.tsx'
import { clipPieces } from './clip-pieces.ts'
import { createSignal } from '../signal.ts'
import { createSoundPeaks, fetchRange } from './sound-peaks.ts'
import { toPx } from '../../timeline/timeline-geometry.ts'
import type { TimelineScene } from '../timeline-scene.ts'
import type { TrimRange } from '../video-editor-controller.ts'
import styles from '../timeline.module.css'

type LaneProps = {
  scene: TimelineScene
  tree: ParagraphTree
  videos: readonly Video[]
  /** Ranges that are proposed to be removed. */
  proposed: readonly TrimRange[]
}

const hatchPx = 6

export const waveformHeight = 40
const barPx = 2.5
const stepPx = 4
/** Silence shows as a row of dots. */
const minPx = 2
const marginPx = 4
/** Hearing is logarithmic: quiet sound is drawn louder than its level. */
const loudnessExponent = 0.65

/** The sound as bars of its loudness. */
export const WaveformLane = memo(function SoundLane({ scene, tree, videos, proposed }: LaneProps) {
  const [arrivals] = useState(() => createSignal(0))
  const [peaks] = useState(() => createSoundPeaks(fetchRange, () => arrivals.write(arrivals.read() + 1)))
  const byId = useMemo(() => new Map(videos.map((video) => [video.id, video])), [videos])
  const map = cachedArticleMap(tree)

  const paint = ({ context, view, height, color }: LanePainting) => {
    clipPieces(context, view, map, height)
    context.fillStyle = color('--wave-ground')
    context.fillRect(0, 0, view.width, height)
    context.fillStyle = color('--wave')
    context.beginPath()
    for (const { videoId, from, to, px } of soundBars(view, map, stepPx)) {
      const video = byId.get(videoId)
      const level = video ? peaks.loudnessBetween(video, from, to) : null
      if (level === null) continue
      const tall = Math.max(minPx, level ** loudnessExponent * (height - 2 * marginPx))
      context.roundRect(px - barPx / 2, (height - tall) / 2, barPx, tall, 1.2)
    }
    context.fill()
    for (const { from, to } of proposed) {
      const [left, right] = [toPx(view, from), Math.max(toPx(view, from) + 3, toPx(view, to))]
      if (right < 0 || left > view.width) continue
      context.save()
      context.beginPath()
      context.roundRect(left, 1, right - left, height - 2, 3)
      context.fillStyle = color('--amber-soft')
      context.fill()
      context.strokeStyle = color('--amber-fill')
      context.lineWidth = 1.5
      context.stroke()
      context.clip()
      context.beginPath()
      for (let px = left - height; px < right; px += hatchPx) {
        context.moveTo(px, height)
        context.lineTo(px + height, 0)
      }
      context.stroke()
      context.restore()
    }
  }
  return (
    <LaneCanvas scene={scene} className={styles.wave} height={waveformHeight} redrawOn={[arrivals]} paint={paint} />
  )
})
