import { useCallback, useLayoutEffect, useRef, useState, type PointerEvent, memo } from 'react'
import { MarkerLine } from '../reactions/marker-line.tsx'
import type { MarkersController } from '../reactions/use-timeline-markers.ts'
import {
  fitView,
  isFit,
  clampView,
  toPx,
  toTime,
  minorParts,
  visibleTicks,
  timeLabel,
} from '../timeline/timeline-geometry.ts'
import { startDrag } from './drag-session.ts'
import { ParagraphBlocks } from './blocks/paragraph-blocks.tsx'
import { paragraphActions } from './blocks/paragraph-actions.ts'
import { ThumbnailLane } from './lanes/thumbnail-lane.tsx'
import type { PlayHeadController } from './play-head-controller.ts'
import { PlayHead } from './play-head.tsx'
import { ScrollThumb } from './scroll-thumb.tsx'
import { WaveformLane } from './lanes/waveform-lane.tsx'
import * as texts from './texts.ts'
import { snapTo, useLatest, type TimelineScene } from './timeline-scene.ts'
import { TrimRange } from './trim-range.tsx'
import { createTouchHandlers, useWheel } from './use-area-gestures.ts'
import type { VideoEditorController } from './video-editor-controller.ts'
import styles from './timeline.module.css'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { LaneCanvas, type LanePainting } from './lanes/lane-canvas.tsx'

type TimelineAreaProps = {
  scene: TimelineScene
  controller: VideoEditorController
  playHead: PlayHeadController
  currentId: string | null
  marks: MarkersController | null
}

/** The ruler and the lanes on one time scale. */
export function TimelineArea({ scene, controller, playHead, currentId, marks }: TimelineAreaProps) {
  const area = useRef<HTMLDivElement>(null)
  const areaNow = useCallback(() => area.current, [])
  const latest = useLatest(controller)
  const [actions] = useState(() => paragraphActions(() => latest.current))
  useWheel(area, scene)
  useMeasuredWidth(area, scene)
  const [touch] = useState(() => createTouchHandlers(scene, playHead))

  const scrubAt = (px: number, isLoose: boolean, isExact = false) => {
    const time = toTime(scene.view.read(), px)
    playHead.scrub(
      isExact ? time : snapTo(scene, latest.current.tree, time, { includeTrim: true, isDisabled: isLoose }),
    )
  }
  const scrub = (event: PointerEvent) => {
    if (event.button !== 0) return
    const left = area.current?.getBoundingClientRect().left ?? 0
    // Grabbed by its knob, the play head keeps its distance to the pointer.
    const isKnob = event.target instanceof Element && event.target.closest('[role="slider"]') !== null
    const offset = isKnob ? event.clientX - left - toPx(scene.view.read(), scene.head.read()) : 0
    event.preventDefault()
    event.stopPropagation()
    if (isKnob && event.currentTarget instanceof HTMLElement) event.currentTarget.focus({ preventScroll: true })
    if (!isKnob) scrubAt(event.clientX - left, event.altKey)
    startDrag(event, {
      area: areaNow,
      scene,
      onMove: (px, { altKey }) => scrubAt(px - offset, altKey),
      onEnd: playHead.release,
    })
  }
  /** On the lanes a finger scrolls, so only the mouse scrubs. */
  const scrubByMouse = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') scrub(event)
  }

  return (
    <div className={styles.frame}>
      <div ref={area} className={styles.area} {...touch}>
        <div className={styles.ruler} onPointerDown={scrub}>
          <RulerLane scene={scene} duration={controller.duration} />
        </div>
        <div className={styles.lane}>
          <span className={styles.name} data-lane="paragraphs">
            {texts.paragraphs}
          </span>
          <ParagraphBlocks
            scene={scene}
            controller={controller}
            actions={actions}
            playHead={playHead}
            currentId={currentId}
            area={areaNow}
          />
        </div>
        <div className={styles.media}>
          <div className={styles.lane} onPointerDown={scrubByMouse}>
            <span className={styles.name} data-lane="picture">
              {texts.picture}
            </span>
            <ThumbnailLane scene={scene} tree={controller.tree} videos={controller.videos} />
          </div>
          <div className={styles.lane} onPointerDown={scrubByMouse}>
            <span className={styles.name} data-lane="sound">
              {texts.sound}
            </span>
            <WaveformLane
              scene={scene}
              tree={controller.tree}
              videos={controller.videos}
              proposed={controller.proposal?.ranges ?? noRanges}
            />
          </div>
          <TrimRange scene={scene} controller={controller} playHead={playHead} area={areaNow} />
        </div>
        {marks && (
          <div className={styles.comments}>
            <span className={styles.name} data-lane="comments">
              {texts.comments}
            </span>
            <MarkerLine view={scene.view} duration={scene.duration} controller={marks} onSeek={playHead.seek} />
          </div>
        )}
        <PlayHead scene={scene} controller={playHead} onScrub={scrub} />
        <ScrollThumb scene={scene} />
      </div>
    </div>
  )
}

function useMeasuredWidth(area: { readonly current: HTMLElement | null }, scene: TimelineScene): void {
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    const measure = () => {
      const width = element.clientWidth
      const view = scene.view.read()
      if (width === 0 || width === view.width) return
      const duration = scene.duration()
      scene.view.write(isFit(view, duration) ? fitView(duration, width) : clampView({ ...view, width }, duration))
    }
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [area, scene])
}

const noRanges: NonNullable<VideoEditorController['proposal']>['ranges'] = []

const rulerHeight = 28
/** Labels at both ends extend beyond the lanes. */
const bleedPx = 24

type RulerLaneProps = {
  scene: TimelineScene
  /** Forces a redraw in addition to the view; selecting a paragraph must not. */
  duration: Ms
}

const RulerLane = memo(function RulerLane({ scene }: RulerLaneProps) {
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
