import { useEffect, useRef, useState } from 'react'
import { paragraphLimits } from '@knowreel/shared/video/paragraph/paragraph-limits.ts'
import type { TimelineBlock } from '../../timeline/timeline-blocks.ts'
import { toPx } from '../../timeline/timeline-geometry.ts'
import { useDrawing } from '../signal.ts'
import * as texts from '../texts.ts'
import type { TimelineScene } from '../timeline-scene.ts'
import styles from './paragraph-blocks.module.css'

type RenameFieldProps = {
  scene: TimelineScene
  block: TimelineBlock
  /** Null keeps the former title. With `byKey`, the caller must set the focus. */
  onEnd: (id: string, title: string | null, byKey: boolean) => void
}

const minPx = 200

/** The text field that replaces a block while its title is edited. */
export function RenameField({ scene, block, onEnd }: RenameFieldProps) {
  const { id, title } = block.paragraph
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(title)
  const isOver = useRef(false)

  useEffect(() => field.current?.select(), [])
  useDrawing([scene.view], () => {
    const view = scene.view.read()
    const left = Math.max(0, Math.min(view.width - minPx, toPx(view, block.start) + 1))
    const width = Math.max(minPx, Math.min(view.width, toPx(view, block.end) - 1) - left)
    if (!field.current) return
    field.current.style.transform = `translateX(${left}px)`
    field.current.style.width = `${width}px`
  })

  const end = (newTitle: string | null, byKey: boolean) => {
    if (isOver.current) return
    isOver.current = true
    onEnd(id, newTitle, byKey)
  }
  return (
    <input
      ref={field}
      className={styles.rename}
      data-level={block.level}
      aria-label={texts.titleOfTitle(title)}
      value={typed}
      maxLength={paragraphLimits.title}
      autoFocus
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => end(typed.trim() === '' ? null : typed, false)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) end(typed, true)
        if (event.key === 'Escape') end(null, true)
      }}
    />
  )
}
