import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { timeLabel, toPx } from '../timeline/timeline-geometry.ts'
import { spokenTime } from '../timeline/spoken-time.ts'
import type { PlayHeadController } from './play-head-controller.ts'
import { useDrawing } from './signal.ts'
import * as texts from './texts.ts'
import type { TimelineScene } from './timeline-scene.ts'
import styles from './timeline.module.css'

type PlayHeadProps = { scene: TimelineScene; controller: PlayHeadController; onScrub: (event: PointerEvent) => void }

/** The play head; drawn without React, because it moves with every frame. */
export function PlayHead({ scene, controller, onScrub }: PlayHeadProps) {
  const head = useRef<HTMLDivElement>(null)
  const knob = useRef<HTMLDivElement>(null)
  const guide = useRef<HTMLElement>(null)
  useDrawing([scene.head, scene.view, scene.tree], () => {
    const element = knob.current
    if (!head.current || !element) return
    const view = scene.view.read()
    const time = scene.head.read()
    const px = toPx(view, time)
    head.current.style.transform = `translateX(${px}px)`
    head.current.style.opacity = px < -1 || px > view.width + 1 ? '0' : '1'
    const second = String(Math.floor(time / 1000))
    const duration = scene.duration()
    const last = String(Math.floor(duration / 1000))
    if (element.ariaValueNow === second && element.ariaValueMax === last) return
    element.ariaValueNow = second
    element.ariaValueMax = last
    element.ariaValueText = texts.sideOfParagraphTitle(spokenTime(time, false), spokenTime(duration, false))
    element.title = timeLabel(time)
  })
  useDrawing([scene.guide, scene.view], () => {
    const element = guide.current
    const time = scene.guide.read()
    if (!element) return
    element.hidden = time === null
    if (time !== null) element.style.transform = `translateX(${toPx(scene.view.read(), time)}px)`
  })

  const press = (event: KeyboardEvent) => {
    const duration = scene.duration()
    const step = event.shiftKey ? 1000 : 100
    const time = scene.head.read()
    const times: Record<string, number> = {
      ArrowRight: time + step,
      ArrowUp: time + step,
      ArrowLeft: time - step,
      ArrowDown: time - step,
      PageUp: time + duration / 10,
      PageDown: time - duration / 10,
      Home: 0,
      End: duration,
    }
    const at = times[event.key]
    if (at === undefined) return
    event.preventDefault()
    controller.seek(at)
  }
  return (
    <>
      <i ref={guide} className={styles.guide} hidden />
      <div ref={head} className={styles.head}>
        <div
          ref={knob}
          className={styles.knob}
          role="slider"
          tabIndex={0}
          aria-label={texts.position}
          aria-valuemin={0}
          aria-valuemax={0}
          aria-valuenow={-1}
          onKeyDown={press}
          onPointerDown={onScrub}
        />
      </div>
    </>
  )
}
