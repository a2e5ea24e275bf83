import { memo, useMemo, useRef, type CSSProperties } from 'react'
import {
  paragraphAt,
  positionsOf,
  rangeOf,
  type ParagraphTree,
} from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import type { MediaPlayer } from '../player/media-player.ts'
import { timeLabel } from '../timeline/timeline-geometry.ts'
import { usePlayHead } from './use-play-head.ts'
import { useScrubbing } from './use-scrubbing.ts'
import styles from './player-timeline.module.css'

type PlayerTimelineProps = {
  player: MediaPlayer | null
  isPlaying: boolean
  tree: ParagraphTree
  time: Ms
  duration: Ms
  currentId: string | null
  onSeek: (time: Ms) => void
}

/** Within this distance of a paragraph's start, the start is meant. */
const snapPx = 6

/**
 * The whole article in one line: first-level paragraphs, sub-paragraphs below them, and the play head. For pointers
 * only: keyboard and screen reader users have the player's bar and the paragraph list.
 */
export function PlayerTimeline(props: PlayerTimelineProps) {
  const { player, isPlaying, tree, time, duration, currentId, onSeek } = props
  const line = useRef<HTMLDivElement>(null)
  const { dragged, pointed, pointer } = useScrubbing({
    line,
    duration,
    onSeek,
    snap: (time, msPerPx) =>
      positionsOf(tree).find(({ start }) => Math.abs(start - time) <= snapPx * msPerPx)?.start ?? time,
  })
  const shown = dragged ?? time
  usePlayHead(line, { player, isPlaying, duration, time, draggedTo: dragged })

  return (
    <div
      ref={line}
      className={styles.line}
      data-dragged={dragged !== null || undefined}
      style={
        {
          '--pointed': duration > 0 ? (pointed ?? 0) / duration : 0,
          '--label': duration >= 3_600_000 ? '60px' : '44px',
        } as CSSProperties
      }
      aria-hidden
      {...pointer}
    >
      <Blocks tree={tree} duration={duration} currentId={currentId} />
      {pointed !== null && (
        <>
          <span className={styles.pointer} />
          <span className={styles.hint}>
            <span className="kr-trunc">{paragraphAt(tree, pointed)?.paragraph.title}</span>
            <time className="kr-num">{timeLabel(pointed)}</time>
          </span>
        </>
      )}
      <span className={styles.head} />
      <span className={styles.time}>{timeLabel(shown)}</span>
    </div>
  )
}

type BlocksProps = Pick<PlayerTimelineProps, 'tree' | 'duration' | 'currentId'>

/** Blocks that are no wider than their borders are drawn without them. */
const minBlockShare = 0.005

const Blocks = memo(function Blocks({ tree, duration, currentId }: BlocksProps) {
  const percent = (at: Ms) => `${duration > 0 ? (at / duration) * 100 : 0}%`
  const ranges = useMemo(() => tree.map(({ id, title }) => ({ id, title, ...rangeOf(tree, id) })), [tree])
  const seconds = useMemo(() => positionsOf(tree).filter(({ parentId }) => parentId !== null), [tree])
  const current = positionsOf(tree).find(({ paragraph }) => paragraph.id === currentId)
  const isDense = ranges.some(({ start, end }) => end > start && (end - start) / duration < minBlockShare)
  return (
    <>
      <div className={styles.blocks} data-dense={isDense || undefined}>
        {ranges.map(({ id, title, start, end }) => (
          <span
            key={id}
            className={styles.block}
            style={{ left: percent(start), width: percent(end - start) }}
            data-on={current?.paragraph.id === id || current?.parentId === id || undefined}
          >
            <span>{title}</span>
          </span>
        ))}
      </div>
      {seconds.length > 0 && (
        <div className={styles.bars} data-dense={isDense || undefined}>
          {seconds.map(({ paragraph, start, end }) => (
            <i
              key={paragraph.id}
              style={{ left: percent(start), width: percent(end - start) }}
              data-on={paragraph.id === currentId || undefined}
            />
          ))}
        </div>
      )}
    </>
  )
})
