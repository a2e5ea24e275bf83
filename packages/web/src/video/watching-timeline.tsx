import { placesOf, rangeOf, type ParagraphTree } from '@knowreel/shared/video/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { timeLabel } from './timeline/timeline-geometry.ts'
import styles from './watching-timeline.module.css'

type WatchingTimelineProps = {
  tree: ParagraphTree
  time: Ms
  duration: Ms
  currentId: string | null
  onSeek: (time: Ms) => void
}

/** The whole article in one line: paragraphs of the first level, under them those of the second, and the play head. */
export function WatchingTimeline({ tree, time, duration, currentId, onSeek }: WatchingTimelineProps) {
  const places = placesOf(tree)
  const current = places.find(({ paragraph }) => paragraph.id === currentId)
  const percent = (at: Ms) => `${duration > 0 ? (at / duration) * 100 : 0}%`
  return (
    <div className={styles.line}>
      <div className={styles.blocks}>
        {tree.map(({ id, title }) => {
          const { start, end } = rangeOf(tree, id)
          return (
            <button
              key={id}
              type="button"
              className={styles.block}
              // The list beside the picture has the same stops for keys.
              tabIndex={-1}
              style={{ left: percent(start), width: percent(end - start) }}
              data-on={current?.paragraph.id === id || current?.parentId === id || undefined}
              title={`${title} · ${timeLabel(start)}`}
              onClick={() => onSeek(start)}
            >
              {title}
            </button>
          )
        })}
      </div>
      <div className={styles.bars} aria-hidden>
        {places
          .filter(({ parentId }) => parentId !== null)
          .map(({ paragraph, start, end }) => (
            <i
              key={paragraph.id}
              style={{ left: percent(start), width: percent(end - start) }}
              data-on={paragraph.id === currentId || undefined}
            />
          ))}
      </div>
      <span className={styles.head} style={{ left: percent(time) }} data-time={timeLabel(time)} aria-hidden />
    </div>
  )
}
