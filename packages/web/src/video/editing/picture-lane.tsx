import { memo, useMemo, useState } from 'react'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph-tree.ts'
import type { Video } from '@knowreel/shared/video/video.wire.ts'
import { filmTiles, type Tile } from '../timeline/pieces-in-view.ts'
import { mapOf } from '../timeline/snap-targets.ts'
import { LaneCanvas, type Brush } from './lane-canvas.tsx'
import { clipPieces } from './piece-gaps.ts'
import { createSignal } from './signal.ts'
import { createSpriteSheets } from './sprite-sheets.ts'
import type { TimelineScene } from './timeline-scene.ts'
import styles from './timeline.module.css'

type LaneProps = { scene: TimelineScene; tree: ParagraphTree; videos: readonly Video[] }

export const pictureHeight = 48

/** What is to be seen, as a strip of small pictures. */
export const PictureLane = memo(function PictureLane({ scene, tree, videos }: LaneProps) {
  const [arrivals] = useState(() => createSignal(0))
  const [sheets] = useState(() => createSpriteSheets(() => arrivals.write(arrivals.read() + 1)))
  const byId = useMemo(() => new Map(videos.map((video) => [video.id, video])), [videos])
  const map = mapOf(tree)

  const paint = ({ context, view, height, ink }: Brush) => {
    clipPieces(context, view, map, height)
    for (const tile of filmTiles(view, map, tileWidth(videos[0]))) {
      const video = byId.get(tile.videoId)
      const sheet = video && sheets.sheetOf(video)
      if (video && sheet) drawTile(context, sheet, video, tile)
      else {
        context.fillStyle = ink('--tint-2')
        context.fillRect(tile.left, 0, tile.right - tile.left, height)
      }
    }
  }
  return <LaneCanvas scene={scene} className={styles.film} height={pictureHeight} also={[arrivals]} paint={paint} />
})

/** One width for all, as recordings of different shapes stand side by side. */
function tileWidth(video: Video | undefined): number {
  const shape = video?.sprite ? video.sprite.width / video.sprite.height : 16 / 9
  return Math.round(pictureHeight * Math.min(2, Math.max(0.75, shape)))
}

function drawTile(context: CanvasRenderingContext2D, sheet: HTMLImageElement, video: Video, tile: Tile): void {
  if (!video.sprite) return
  const { columns, count, width, height, interval } = video.sprite
  const number = Math.min(count - 1, Math.max(0, Math.floor(tile.videoTime / interval)))
  // Covers its tile, cut off at the sides or above and below.
  const shown = Math.min(tile.right - tile.left, tile.width)
  const scale = Math.max(tile.width / width, pictureHeight / height)
  const sourceWidth = shown / scale
  const sourceHeight = pictureHeight / scale
  context.drawImage(
    sheet,
    (number % columns) * width + (width - tile.width / scale) / 2,
    Math.floor(number / columns) * height + (height - sourceHeight) / 2,
    sourceWidth,
    sourceHeight,
    tile.left,
    0,
    shown,
    pictureHeight,
  )
  context.fillStyle = 'rgb(0 0 0 / 0.35)'
  context.fillRect(tile.right - 1, 0, 1, pictureHeight)
}
