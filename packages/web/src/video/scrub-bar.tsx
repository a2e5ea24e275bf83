import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import type { ParagraphPlace } from '@knowreel/shared/video/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { draggedTime, seekBack, seekForward } from './player/player.rules.ts'
import { StoryboardPicture, type StoryboardAt } from './storyboard-picture.tsx'
import { timeLabel } from './timeline/timeline-geometry.ts'
import styles from './video-player.module.css'

type ScrubBarProps = {
  time: Ms
  duration: Ms
  /** Paragraphs of the first level with all under them: the bar is cut where they begin. */
  parts: readonly { readonly start: Ms; readonly end: Ms }[]
  paragraphAt: (time: Ms) => ParagraphPlace | null
  storyboardAt: StoryboardAt
  onSeek: (time: Ms) => void
}

/** Where the play head is and can be dragged to, with a small picture of what is there. */
export function ScrubBar({ time, duration, parts, paragraphAt, storyboardAt, onSeek }: ScrubBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [hovered, setHovered] = useState<Ms | null>(null)
  const [dragged, setDragged] = useState<Ms | null>(null)
  const shown = dragged ?? time
  const pointed = dragged ?? hovered
  const share = (at: Ms) => (duration > 0 ? at / duration : 0)

  const timeAt = (event: PointerEvent): Ms => {
    const box = bar.current?.getBoundingClientRect()
    if (!box || box.width === 0) return 0
    return draggedTime(((event.clientX - box.left) / box.width) * duration, duration)
  }
  const drag = (event: PointerEvent) => {
    const at = timeAt(event)
    setDragged(at)
    onSeek(at)
  }
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, Ms> = {
      ArrowRight: time + seekForward,
      ArrowUp: time + seekForward,
      ArrowLeft: time - seekBack,
      ArrowDown: time - seekBack,
      PageUp: time + duration / 10,
      PageDown: time - duration / 10,
      Home: 0,
      End: duration,
    }
    const at = steps[event.key]
    if (at === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onSeek(draggedTime(at, duration))
  }

  return (
    <div
      ref={bar}
      className={styles.scrub}
      role="slider"
      tabIndex={0}
      aria-label="Position"
      aria-valuemin={0}
      aria-valuemax={Math.round(duration / 1000)}
      aria-valuenow={Math.round(shown / 1000)}
      aria-valuetext={`${timeLabel(shown)} of ${timeLabel(duration)}`}
      data-dragged={dragged !== null || undefined}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        drag(event)
      }}
      onPointerMove={(event) => {
        if (dragged !== null) drag(event)
        else if (event.pointerType === 'mouse') setHovered(timeAt(event))
      }}
      onPointerUp={() => setDragged(null)}
      onPointerCancel={() => setDragged(null)}
      onPointerLeave={() => setHovered(null)}
    >
      {parts.map((part) => (
        <i key={part.start} style={{ flexGrow: part.end - part.start }}>
          <b style={{ width: `${partShare(part, shown) * 100}%` }} />
        </i>
      ))}
      <span className={styles.head} style={{ left: `${share(shown) * 100}%` }} />
      {pointed !== null && (
        <div className={styles.preview} style={{ '--at': share(pointed) } as CSSProperties} aria-hidden>
          <StoryboardPicture at={storyboardAt(pointed)} />
          <span className="kr-trunc">{paragraphAt(pointed)?.paragraph.title}</span>
          <time className="kr-num">{timeLabel(pointed)}</time>
        </div>
      )}
    </div>
  )
}

const partShare = ({ start, end }: { start: Ms; end: Ms }, time: Ms): number =>
  end <= start ? 0 : Math.min(1, Math.max(0, (time - start) / (end - start)))
