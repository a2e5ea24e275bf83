import type { PlayMap, Ms } from '@knowreel/shared/video/play-map.ts'
import { locate } from '@knowreel/shared/video/play-map.ts'
import type { Video } from '@knowreel/shared/video/video.wire.ts'
import styles from './watch/scrub-bar.module.css'

/** One thumbnail of a recording's storyboard. */
export type StoryboardTile = {
  readonly url: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Width of the whole storyboard, in px. */
  readonly sheetWidth: number
  readonly sheetHeight: number
}
export type StoryboardAt = (time: Ms) => StoryboardTile | null

/** The thumbnail of a map time; null if its recording has no storyboard yet. */
export function createStoryboardAt(
  map: PlayMap,
  videos: readonly Pick<Video, 'id' | 'sprite' | 'spriteUrl'>[],
): StoryboardAt {
  const byId = new Map(videos.map((video) => [video.id, video]))
  return (time) => {
    const found = locate(map, time)
    const video = found && byId.get(found.piece.videoId)
    if (!found || !video?.sprite || !video.spriteUrl) return null
    const { columns, count, width, height, interval } = video.sprite
    const number = Math.min(count - 1, Math.max(0, Math.floor(found.videoTime / interval)))
    return {
      url: video.spriteUrl,
      x: (number % columns) * width,
      y: Math.floor(number / columns) * height,
      width,
      height,
      sheetWidth: Math.min(columns, count) * width,
      sheetHeight: Math.ceil(count / columns) * height,
    }
  }
}

/** Maximum size of a thumbnail in CSS px: 16:9. */
const maxSize = { width: 192, height: 108 }

export function StoryboardThumbnail({ at }: { at: StoryboardTile | null }) {
  if (at === null) return null
  const scale = Math.min(maxSize.width / at.width, maxSize.height / at.height)
  const px = (value: number) => `${Math.round(value * scale * 100) / 100}px`
  return (
    <span
      className={styles.tile}
      style={{
        width: px(at.width),
        height: px(at.height),
        backgroundImage: `url("${at.url}")`,
        backgroundSize: `${px(at.sheetWidth)} ${px(at.sheetHeight)}`,
        backgroundPosition: `-${px(at.x)} -${px(at.y)}`,
      }}
    />
  )
}
