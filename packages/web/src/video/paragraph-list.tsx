import { useEffect, useRef, type CSSProperties } from 'react'
import type { ParagraphPlace } from '@knowreel/shared/video/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { timeLabel } from './timeline/timeline-geometry.ts'
import styles from './video-player.module.css'

type ParagraphListProps = {
  places: readonly ParagraphPlace[]
  currentId: string | null
  onSeek: (time: Ms) => void
}

/** The paragraphs beside the picture; the one that plays stays in the middle. */
export function ParagraphList({ places, currentId, onSeek }: ParagraphListProps) {
  const list = useRef<HTMLOListElement>(null)
  const isUsed = useRef(false)

  useEffect(() => {
    const box = list.current
    const row = box?.querySelector<HTMLElement>('[aria-current]')
    // Who reads along in the list by hand is not pulled away.
    if (!box || !row || isUsed.current) return
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    box.scrollTo({
      top: row.offsetTop - (box.clientHeight - row.clientHeight) / 2,
      behavior: isCalm ? 'auto' : 'smooth',
    })
  }, [currentId])

  return (
    <nav className={styles.chapters} aria-label="Paragraphs">
      <div className={styles.chaptersHead}>
        <span>Paragraphs</span>
        <span className="kr-num">{places.length}</span>
      </div>
      <ol
        ref={list}
        className={styles.chapterList}
        onPointerEnter={() => (isUsed.current = true)}
        onPointerLeave={() => (isUsed.current = false)}
      >
        {places.map(({ paragraph, parentId, start }) => (
          <li key={paragraph.id} style={{ '--lv': parentId === null ? 0 : 1 } as CSSProperties}>
            <button
              type="button"
              className={styles.chapter}
              data-level={parentId === null ? 1 : 2}
              aria-current={paragraph.id === currentId || undefined}
              onClick={() => onSeek(start)}
            >
              <span>{paragraph.title}</span>
              <time className="kr-num">{timeLabel(start)}</time>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
