import { useRef } from 'react'
import { timeLabel, toPx } from '../../timeline/timeline-geometry.ts'
import { useDrawing } from '../signal.ts'
import * as texts from '../texts.ts'
import type { TimelineScene } from '../timeline-scene.ts'
import type { ProposedBlock } from '../video-editor-controller.ts'
import styles from './proposed-blocks.module.css'

/** Gap between neighbours; half of it on either side. */
const gapPx = 2
const minPx = 6

/** Proposed paragraphs over the real ones, until they are decided. */
export function ProposedBlocks({ scene, blocks }: { scene: TimelineScene; blocks: readonly ProposedBlock[] }) {
  const list = useRef<HTMLDivElement>(null)
  useDrawing([scene.view, scene.tree], () => {
    const view = scene.view.read()
    blocks.forEach(({ start, end }, index) => {
      const element = list.current?.children[index]
      if (!(element instanceof HTMLElement)) return
      const left = Math.max(0, toPx(view, start) + gapPx / 2)
      const right = Math.min(view.width, toPx(view, end) - gapPx / 2)
      element.hidden = right <= 0 || left >= view.width
      element.style.transform = `translateX(${left}px)`
      element.style.width = `${Math.max(minPx, right - left)}px`
    })
  })
  return (
    <div ref={list} className={styles.proposed} role="group" aria-label={texts.proposedParagraphs}>
      {blocks.map(({ key, title, level, start, end, isOpen, onOpen }) => (
        <button
          key={key}
          type="button"
          className={styles.block}
          data-level={level}
          aria-pressed={isOpen}
          aria-label={texts.titleStartToEnd(title, timeLabel(start), timeLabel(end))}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={onOpen}
        >
          {title}
        </button>
      ))}
    </div>
  )
}
