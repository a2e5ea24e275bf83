import { memo, useMemo, useRef, type CSSProperties, type KeyboardEvent } from 'react'
import {
  positionsOf,
  rangeOf,
  type ParagraphPosition,
  type ParagraphTree,
} from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import type { MediaPlayer } from '../player/media-player.ts'
import { clampSeekTime, seekBack, seekForward } from '../player/player.rules.ts'
import { StoryboardThumbnail, type StoryboardAt } from '../storyboard-thumbnail.tsx'
import * as texts from '../texts.ts'
import { timeLabel } from '../timeline/timeline-geometry.ts'
import { usePlayHead } from './use-play-head.ts'
import { useScrubbing } from './use-scrubbing.ts'
import styles from './scrub-bar.module.css'

type ScrubBarProps = {
  player: MediaPlayer | null
  isPlaying: boolean
  tree: ParagraphTree
  time: Ms
  duration: Ms
  paragraphAt: (time: Ms) => ParagraphPosition | null
  storyboardAt: StoryboardAt
  onSeek: (time: Ms) => void
}

type Part = { readonly from: number; readonly size: number }

/**
 * A cut with less than this share of the bar at either side is omitted; many short parts would look like a dotted line.
 */
const minPartShare = 0.012

/** Shows the play head, which can be dragged, with a thumbnail of the pointed time. */
export function ScrubBar(props: ScrubBarProps) {
  const { player, isPlaying, tree, time, duration, paragraphAt, storyboardAt, onSeek } = props
  const bar = useRef<HTMLDivElement>(null)
  const { dragged, pointed, pointer } = useScrubbing({ line: bar, duration, onSeek })
  const shown = dragged ?? time
  const parts = useMemo(() => paragraphParts(tree, duration), [tree, duration])
  usePlayHead(bar, { player, isPlaying, duration, time, draggedTo: dragged })

  const press = (event: KeyboardEvent) => {
    const at = timeForKey(event.key, time, duration)
    if (at === null) return
    event.preventDefault()
    event.stopPropagation()
    onSeek(clampSeekTime(at, duration))
  }

  return (
    <div
      ref={bar}
      className={styles.scrub}
      role="slider"
      tabIndex={0}
      aria-label={texts.position}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration / 1000)}
      aria-valuenow={Math.round(shown / 1000)}
      aria-valuetext={texts.shownOfDuration(timeLabel(shown), timeLabel(duration))}
      data-dragged={dragged !== null || undefined}
      style={{ '--pointed': shareOf(pointed ?? 0, duration) } as CSSProperties}
      onKeyDown={press}
      {...pointer}
    >
      <Track parts={parts} />
      <span className={styles.head} />
      {pointed !== null && (
        <Preview time={pointed} title={paragraphAt(pointed)?.paragraph.title} storyboardAt={storyboardAt} />
      )}
    </div>
  )
}

/** Rendered once: what moves on it uses a custom property of the bar. */
const Track = memo(function Track({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ from, size }) => (
    <i key={from} style={{ flexGrow: size, '--from': from, '--size': size } as CSSProperties}>
      <b />
    </i>
  ))
})

type PreviewProps = { time: Ms; title: string | undefined; storyboardAt: StoryboardAt }

function Preview({ time, title, storyboardAt }: PreviewProps) {
  return (
    <div className={styles.preview} aria-hidden>
      <StoryboardThumbnail at={storyboardAt(time)} />
      {title && <span className={styles.previewTitle}>{title}</span>}
      <time className="kr-num">{timeLabel(time)}</time>
    </div>
  )
}

const shareOf = (time: Ms, duration: Ms): number => (duration > 0 ? time / duration : 0)

/** The bar is divided where first-level paragraphs start, as long as the parts are distinguishable. */
function paragraphParts(tree: ParagraphTree, duration: Ms): readonly Part[] {
  const starts = positionsOf(tree).filter(({ parentId }) => parentId === null)
  const parts = starts.map(({ paragraph }) => {
    const { start, end } = rangeOf(tree, paragraph.id)
    return { from: shareOf(start, duration), size: shareOf(end - start, duration) }
  })
  const shown = parts.filter(({ size }) => size > 0)
  const isReadable = shown.length > 0 && shown.every(({ size }) => size >= minPartShare)
  return isReadable ? shown : [{ from: 0, size: 1 }]
}

function timeForKey(key: string, time: Ms, duration: Ms): Ms | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return time + seekForward
    case 'ArrowLeft':
    case 'ArrowDown':
      return time - seekBack
    case 'PageUp':
      return time + duration / 10
    case 'PageDown':
      return time - duration / 10
    case 'Home':
      return 0
    case 'End':
      return duration
    default:
      return null
  }
}
