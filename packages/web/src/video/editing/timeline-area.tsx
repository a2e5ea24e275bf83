import { useCallback, useLayoutEffect, useRef, useState, type PointerEvent } from 'react'
import { MarkLine } from '../reactions/mark-line.tsx'
import type { UsedMarks } from '../reactions/use-timeline-marks.ts'
import { fitView, isFit, keepWithin, toPx, toTime } from '../timeline/timeline-geometry.ts'
import { startDrag } from './drag-session.ts'
import { ParagraphBlocks } from './blocks/paragraph-blocks.tsx'
import { paragraphActions } from './blocks/paragraph-actions.ts'
import { PictureLane } from './lanes/picture-lane.tsx'
import type { HeadMover } from './play-clock.ts'
import { PlayHead } from './play-head.tsx'
import { RulerLane } from './lanes/ruler-lane.tsx'
import { ScrollThumb } from './scroll-thumb.tsx'
import { SoundLane } from './lanes/sound-lane.tsx'
import * as texts from './texts.ts'
import { snapTo, useLatest, type TimelineScene } from './timeline-scene.ts'
import { TrimRange } from './trim-range.tsx'
import { touchArea, useWheel } from './use-area-gestures.ts'
import type { VideoDesk } from './video-desk.ts'
import styles from './timeline.module.css'

type TimelineAreaProps = {
  scene: TimelineScene
  desk: VideoDesk
  mover: HeadMover
  currentId: string | null
  marks: UsedMarks | null
}

/** The ruler and the lanes on one time scale. */
export function TimelineArea({ scene, desk, mover, currentId, marks }: TimelineAreaProps) {
  const area = useRef<HTMLDivElement>(null)
  const areaNow = useCallback(() => area.current, [])
  const latest = useLatest(desk)
  const [actions] = useState(() => paragraphActions(() => latest.current))
  useWheel(area, scene)
  useMeasuredWidth(area, scene)
  const [touch] = useState(() => touchArea(scene, mover))

  const scrubAt = (px: number, isLoose: boolean, isExact = false) => {
    const time = toTime(scene.view.read(), px)
    mover.scrub(isExact ? time : snapTo(scene, latest.current.tree, time, { withTrim: true, isLoose }))
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
      onEnd: mover.release,
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
          <RulerLane scene={scene} duration={desk.duration} />
        </div>
        <div className={styles.lane}>
          <span className={styles.name} data-lane="paragraphs">
            {texts.paragraphs}
          </span>
          <ParagraphBlocks
            scene={scene}
            desk={desk}
            actions={actions}
            mover={mover}
            currentId={currentId}
            area={areaNow}
          />
        </div>
        <div className={styles.media}>
          <div className={styles.lane} onPointerDown={scrubByMouse}>
            <span className={styles.name} data-lane="picture">
              {texts.picture}
            </span>
            <PictureLane scene={scene} tree={desk.tree} videos={desk.videos} />
          </div>
          <div className={styles.lane} onPointerDown={scrubByMouse}>
            <span className={styles.name} data-lane="sound">
              {texts.sound}
            </span>
            <SoundLane scene={scene} tree={desk.tree} videos={desk.videos} />
          </div>
          <TrimRange scene={scene} desk={desk} mover={mover} area={areaNow} />
        </div>
        {marks && (
          <div className={styles.comments}>
            <span className={styles.name} data-lane="comments">
              {texts.comments}
            </span>
            <MarkLine view={scene.view} duration={scene.duration} used={marks} onSeek={mover.seek} />
          </div>
        )}
        <PlayHead scene={scene} mover={mover} onScrub={scrub} />
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
      scene.view.write(isFit(view, duration) ? fitView(duration, width) : keepWithin({ ...view, width }, duration))
    }
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [area, scene])
}
