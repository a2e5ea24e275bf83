import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { toPx, toTime } from '../timeline/timeline-geometry.ts'
import { spokenTime } from '../timeline/spoken-time.ts'
import { moveTrim, moveTrimEnd, type TrimEnd } from '../timeline/trim.rules.ts'
import { startDrag } from './drag-session.ts'
import type { PlayHeadController } from './play-head-controller.ts'
import { useDrawing } from './signal.ts'
import * as texts from './texts.ts'
import { snapTo, useLatest, type TimelineScene } from './timeline-scene.ts'
import type { TrimRange as Range, VideoEditorController } from './video-editor-controller.ts'
import styles from './trim-range.module.css'

type TrimRangeProps = {
  scene: TimelineScene
  controller: VideoEditorController
  playHead: PlayHeadController
  area: () => HTMLElement | null
}

const ends = ['from', 'to'] as const
const endNames: Record<TrimEnd, string> = { from: texts.startOfThePartTo, to: texts.endOfThePartTo }

/** The range that will be removed, with a grip at either end. */
export function TrimRange({ scene, controller, playHead, area }: TrimRangeProps) {
  const range = useRef<HTMLDivElement>(null)
  const grips = useRef<Record<TrimEnd, HTMLDivElement | null>>({ from: null, to: null })
  const latest = useLatest(controller)

  useDrawing([scene.trim, scene.view], () => {
    const element = range.current
    const trim = scene.trim.read()
    if (!element || !trim) return
    const view = scene.view.read()
    const left = Math.max(0, toPx(view, trim.from))
    const right = Math.min(view.width, toPx(view, trim.to))
    element.style.visibility = right < left ? 'hidden' : 'visible'
    element.style.transform = `translateX(${left}px)`
    element.style.width = `${Math.max(0, right - left)}px`
    for (const end of ends) {
      const grip = grips.current[end]
      const px = toPx(view, trim[end])
      if (!grip) continue
      const isSeen = px >= -1 && px <= view.width + 1
      grip.style.visibility = isSeen ? 'visible' : 'hidden'
      element.toggleAttribute(`data-cut-${end}`, !isSeen)
      grip.style.transform = `translateX(${px}px)`
      grip.ariaValueNow = String(trim[end] / 1000)
      grip.ariaValueText = spokenTime(trim[end])
    }
  })

  /** `end`: the end that is dragged and shown; the start when the whole range moves. */
  const drag = (event: PointerEvent, change: (held: Range, time: number, isLoose: boolean) => Range, end: TrimEnd) => {
    const held = scene.trim.read()
    if (!held || event.button !== 0) return
    event.stopPropagation()
    const origin = event.clientX - (area()?.getBoundingClientRect().left ?? 0)
    const grabbed = origin - toPx(scene.view.read(), held[end])
    startDrag(event, {
      area,
      scene,
      onMove: (px, { altKey }) => {
        const changed = change(held, toTime(scene.view.read(), px - grabbed), altKey)
        scene.trim.write(changed)
        playHead.peek(changed[end])
      },
      onEnd: (isDone) => {
        playHead.endPeek()
        if (isDone) latest.current.setTrim(scene.trim.read())
        else scene.trim.write(held)
      },
    })
  }
  const moveEnd = (end: TrimEnd) => (held: Range, time: number, isLoose: boolean) =>
    moveTrimEnd(
      held,
      end,
      snapTo(scene, controller.tree, time, { includePlayHead: true, isDisabled: isLoose }),
      scene.duration(),
    )
  const moveWhole = (held: Range, time: number, isLoose: boolean) =>
    moveTrim(
      held,
      snapTo(scene, controller.tree, time, { includePlayHead: true, isDisabled: isLoose }),
      scene.duration(),
    )

  const press = (event: KeyboardEvent, end: TrimEnd) => {
    const trim = scene.trim.read()
    const step = event.shiftKey ? 1000 : 100
    const by: Record<string, number> = { ArrowRight: step, ArrowUp: step, ArrowLeft: -step, ArrowDown: -step }
    const edge: Record<string, number> = { Home: 0, End: scene.duration(), PageUp: 10_000, PageDown: -10_000 }
    const moved = by[event.key]
    const edged = edge[event.key]
    if (!trim || (moved === undefined && edged === undefined)) return
    event.preventDefault()
    const time =
      moved === undefined ? (event.key.startsWith('Page') ? trim[end] + (edged ?? 0) : edged) : trim[end] + moved
    latest.current.setTrim(moveTrimEnd(trim, end, time ?? trim[end], scene.duration()))
  }

  if (controller.trim === null) return null
  const trim = controller.trim
  return (
    <>
      <div ref={range} className={styles.trim} onPointerDown={(event) => drag(event, moveWhole, 'from')} />
      {ends.map((end) => (
        <div
          key={end}
          ref={(element) => {
            grips.current[end] = element
          }}
          className={styles.grip}
          data-end={end}
          role="slider"
          tabIndex={0}
          aria-label={endNames[end]}
          aria-valuemin={0}
          aria-valuemax={controller.duration / 1000}
          aria-valuenow={trim[end] / 1000}
          onKeyDown={(event) => press(event, end)}
          onPointerDown={(event) => drag(event, moveEnd(end), end)}
        />
      ))}
    </>
  )
}
