import { memo, useMemo, useState } from 'react'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Video } from '@knowreel/shared/video/video.wire.ts'
import { thumbnailTiles, type Tile } from '../../timeline/pieces-in-view.ts'
import { cachedArticleMap } from '../../timeline/snap-targets.ts'
import { LaneCanvas, type LanePainting } from './lane-canvas.tsx'
import { clipPieces } from './clip-pieces.ts'
import { createSignal } from '../signal.ts'
import type { TimelineScene } from '../timeline-scene.ts'
import styles from '../timeline.module.css'

type LaneProps = { scene: TimelineScene; tree: ParagraphTree; videos: readonly Video[] }

export const thumbnailHeight = 48

/** The picture as a strip of thumbnails. */
export const ThumbnailLane = memo(function PictureLane({ scene, tree, videos }: LaneProps) {
  const [arrivals] = useState(() => createSignal(0))
  const [sheets] = useState(() => createSpriteSheets(() => arrivals.write(arrivals.read() + 1)))
  const byId = useMemo(() => new Map(videos.map((video) => [video.id, video])), [videos])
  const map = cachedArticleMap(tree)

  const paint = ({ context, view, height, color }: LanePainting) => {
    clipPieces(context, view, map, height)
    for (const tile of thumbnailTiles(view, map, tileWidth(videos[0]))) {
      const video = byId.get(tile.videoId)
      const sheet = video && sheets.sheetOf(video)
      if (video && sheet) drawTile(context, sheet, video, tile)
      else {
        context.fillStyle = color('--tint-2')
        context.fillRect(tile.left, 0, tile.right - tile.left, height)
      }
    }
  }
  return (
    <LaneCanvas
      scene={scene}
      className={styles.thumbnails}
      height={thumbnailHeight}
      redrawOn={[arrivals]}
      paint={paint}
    />
  )
})

/** One width for all tiles, because recordings of different aspect ratios appear side by side. */
function tileWidth(video: Video | undefined): number {
  const shape = video?.sprite ? video.sprite.width / video.sprite.height : 16 / 9
  return Math.round(thumbnailHeight * Math.min(2, Math.max(0.75, shape)))
}

function drawTile(context: CanvasRenderingContext2D, sheet: HTMLImageElement, video: Video, tile: Tile): void {
  if (!video.sprite) return
  const { columns, count, width, height, interval } = video.sprite
  const number = Math.min(count - 1, Math.max(0, Math.floor(tile.videoTime / interval)))
  // The thumbnail covers its tile and is cropped at the sides or at top and bottom.
  const shown = Math.min(tile.right - tile.left, tile.width)
  const scale = Math.max(tile.width / width, thumbnailHeight / height)
  const sourceWidth = shown / scale
  const sourceHeight = thumbnailHeight / scale
  context.drawImage(
    sheet,
    (number % columns) * width + (width - tile.width / scale) / 2,
    Math.floor(number / columns) * height + (height - sourceHeight) / 2,
    sourceWidth,
    sourceHeight,
    tile.left,
    0,
    shown,
    thumbnailHeight,
  )
  context.fillStyle = 'rgb(0 0 0 / 0.35)'
  context.fillRect(tile.right - 1, 0, 1, thumbnailHeight)
}

/** The storyboards of the recordings, one file each, decoded once and drawn from as often as needed. */
type SpriteSheets = {
  /** Null until it is loaded. */
  readonly sheetOf: (video: Pick<Video, 'id' | 'spriteUrl'>) => HTMLImageElement | null
}

function createSpriteSheets(onArrival: () => void): SpriteSheets {
  const sheets = new Map<string, { image: HTMLImageElement; url: string; state: 'asked' | 'there' | 'failed' }>()
  return {
    sheetOf({ id, spriteUrl }) {
      if (spriteUrl === null) return null
      const known = sheets.get(id)
      // A renewed URL of the same file does not reload it, unless the previous one failed.
      if (known && (known.state !== 'failed' || known.url === spriteUrl)) {
        return known.state === 'there' ? known.image : null
      }
      const sheet: { image: HTMLImageElement; url: string; state: 'asked' | 'there' | 'failed' } = {
        image: new Image(),
        url: spriteUrl,
        state: 'asked',
      }
      sheets.set(id, sheet)
      sheet.image.src = spriteUrl
      sheet.image
        .decode()
        .then(() => (sheet.state = 'there'))
        .catch(() => (sheet.state = 'failed'))
        .finally(onArrival)
      return null
    },
  }
}
