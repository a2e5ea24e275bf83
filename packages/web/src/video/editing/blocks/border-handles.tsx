import { useCallback, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { moveStart } from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import { findParagraph, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { timelineBlocks, nudgeStart } from '../../timeline/timeline-blocks.ts'
import { spokenTime } from '../../timeline/spoken-time.ts'
import { toPx, toTime } from '../../timeline/timeline-geometry.ts'
import { startDrag } from '../drag-session.ts'
import type { PlayHeadController } from '../play-head-controller.ts'
import { useDrawing } from '../signal.ts'
import * as texts from '../texts.ts'
import { snapTo, type TimelineScene } from '../timeline-scene.ts'
import type { VideoEditorController } from '../video-editor-controller.ts'
import styles from './paragraph-blocks.module.css'

type BorderHandlesProps = {
  scene: TimelineScene
  controller: VideoEditorController
  onDrag: (event: PointerEvent, id: string) => void
}

/** The grips at the start and the end of the selected block. */
export function BorderHandles({ scene, controller, onDrag }: BorderHandlesProps) {
  const start = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const selected = timelineBlocks(controller.tree).find(({ paragraph }) => paragraph.id === controller.selectedId)

  useDrawing([scene.view, scene.tree], () => {
    const view = scene.view.read()
    const shown = timelineBlocks(scene.tree.read()).find(({ paragraph }) => paragraph.id === controller.selectedId)
    if (!shown) return
    const put = (element: HTMLElement | null, time: Ms) => {
      if (!element) return
      const px = toPx(view, time)
      element.style.visibility = px >= -1 && px <= view.width + 1 ? 'visible' : 'hidden'
      element.style.transform = `translateX(${px}px)`
      element.ariaValueNow = String(time / 1000)
      element.ariaValueText = spokenTime(time)
    }
    put(start.current, shown.start)
    put(end.current, shown.end)
  })

  if (!selected) return null
  const { paragraph, nextId } = selected
  const handle = (side: 'start' | 'end', movedId: string) => {
    const time = side === 'start' ? selected.start : selected.end
    return (
      <div
        ref={side === 'start' ? start : end}
        className={styles.border}
        data-side={side}
        data-level={selected.level}
        role="slider"
        tabIndex={0}
        aria-label={texts.sideOfParagraphTitle(side === 'start' ? texts.start : 'End', paragraph.title)}
        aria-valuemin={0}
        aria-valuemax={controller.duration / 1000}
        aria-valuenow={time / 1000}
        aria-valuetext={spokenTime(time)}
        onPointerDown={(event) => onDrag(event, movedId)}
        onKeyDown={(event) => press(event, movedId)}
      />
    )
  }
  const press = (event: KeyboardEvent, movedId: string) => {
    const step = event.shiftKey ? 1000 : 100
    const by = { ArrowRight: step, ArrowUp: step, ArrowLeft: -step, ArrowDown: -step }[event.key]
    if (by === undefined) return
    event.preventDefault()
    if (nudgeStart(controller.tree, movedId, by) !== controller.tree)
      controller.change((tree) => nudgeStart(tree, movedId, by))
  }
  return (
    <>
      {selected.start > 0 && handle('start', paragraph.id)}
      {nextId !== null && handle('end', nextId)}
    </>
  )
}

/** Drags the start of a paragraph; the change is committed when the drag ends. */
export function useBorderDrag(
  scene: TimelineScene,
  controller: { readonly current: VideoEditorController },
  playHead: PlayHeadController,
  area: () => HTMLElement | null,
): (event: PointerEvent, id: string) => void {
  return useCallback(
    (event, id) => {
      if (event.button !== 0) return
      event.stopPropagation()
      const { tree } = controller.current
      const own = findParagraph(tree, id)?.start
      if (own === undefined) return
      const origin = event.clientX - (area()?.getBoundingClientRect().left ?? 0)
      const grabbed = origin - toPx(scene.view.read(), own)
      let time: Ms | null = null
      startDrag(event, {
        area,
        scene,
        onMove(px, { altKey }) {
          if (time === null && Math.abs(px - origin) < 2) return
          const wanted = toTime(scene.view.read(), px - grabbed)
          time = snapTo(scene, tree, wanted, { includePlayHead: true, includeTrim: true, isDisabled: altKey })
          const held = tryMoveStart(tree, id, time)
          if (held === null) return
          scene.tree.write(held)
          playHead.peek(findParagraph(held, id)?.start ?? time)
        },
        onEnd(isDone) {
          const last = time
          const isChanged =
            isDone && last !== null && controller.current.change((present) => moveStart(present, id, last))
          if (!isChanged) scene.tree.write(controller.current.tree)
          playHead.endPeek()
        },
      })
    },
    [scene, controller, playHead, area],
  )
}

/** Null if the rule refuses. */
function tryMoveStart(tree: ParagraphTree, id: string, time: Ms): ParagraphTree | null {
  try {
    return moveStart(tree, id, time)
  } catch {
    return null
  }
}
