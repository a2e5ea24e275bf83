/** The pieces of a play map as positioned on the timeline. Pure. */
import { locate, startsOf, type Ms, type Piece, type PlayMap } from '@knowreel/shared/video/play-map.ts'
import { visibleDuration, toPx, type View } from './timeline-geometry.ts'

export type VisiblePiece = {
  readonly piece: Piece
  readonly start: Ms
  readonly left: number
  readonly right: number
}

/** The visible pieces, from left to right. */
export function piecesInView(view: View, map: PlayMap): VisiblePiece[] {
  const starts = startsOf(map)
  const first = locate(map, view.from)
  const end = view.from + visibleDuration(view)
  const visible: VisiblePiece[] = []
  for (let index = first?.index ?? map.length; index < map.length; index++) {
    const piece = map[index]
    const start = starts[index] ?? 0
    if (piece === undefined || start >= end) break
    visible.push({ piece, start, left: toPx(view, start), right: toPx(view, start + piece.dur) })
  }
  return visible
}

export type Tile = {
  readonly videoId: string
  /** The moment of its recording that it shows. */
  readonly videoTime: Ms
  readonly left: number
  /** The full width; `right` is where the tile is cut off. */
  readonly width: number
  readonly right: number
}

/** A narrower piece has no thumbnail of its own. */
const minPiecePx = 12

/**
 * Thumbnails side by side, each piece starting with its own. Where pieces are too narrow, tiles of equal width show
 * what is played at their middle.
 */
export function thumbnailTiles(view: View, map: PlayMap, tileWidth: number): Tile[] {
  const pieces = piecesInView(view, map)
  const narrow = pieces.filter(({ left, right }) => right - left < minPiecePx).length
  return narrow > pieces.length / 2
    ? evenTiles(view, map, tileWidth)
    : pieces.flatMap((piece) => pieceTiles(view, piece, tileWidth))
}

function pieceTiles(view: View, { piece, left, right }: VisiblePiece, tileWidth: number): Tile[] {
  const tiles: Tile[] = []
  const pxPerMs = view.pxPerSecond / 1000
  const skipped = Math.max(0, Math.floor(-left / tileWidth))
  for (let index = skipped; ; index++) {
    const tileLeft = left + index * tileWidth
    if (tileLeft >= Math.min(right, view.width)) return tiles
    const shown = Math.min(right, tileLeft + tileWidth)
    const middle = Math.min(piece.dur - 1, ((tileLeft + shown) / 2 - left) / pxPerMs)
    tiles.push({
      videoId: piece.videoId,
      videoTime: piece.in + Math.max(0, middle),
      left: tileLeft,
      width: tileWidth,
      right: shown,
    })
  }
}

function evenTiles(view: View, map: PlayMap, tileWidth: number): Tile[] {
  const tiles: Tile[] = []
  const tileMs = (tileWidth / view.pxPerSecond) * 1000
  const end = startsOf(map).at(-1) ?? 0
  for (let index = Math.floor(view.from / tileMs); ; index++) {
    const left = toPx(view, index * tileMs)
    const right = Math.min(left + tileWidth, toPx(view, end))
    if (left >= view.width || left >= right) return tiles
    const found = locate(map, Math.min(end - 1, (index + 0.5) * tileMs))
    if (found) tiles.push({ videoId: found.piece.videoId, videoTime: found.videoTime, left, width: tileWidth, right })
  }
}

export type Bar = { readonly videoId: string; readonly from: Ms; readonly to: Ms; readonly px: number }

/** A sound bar every `stepPx` px, counted from the start of the article so that bars do not flicker while scrolling. */
export function soundBars(view: View, map: PlayMap, stepPx: number): Bar[] {
  const bars: Bar[] = []
  const stepMs = (stepPx / view.pxPerSecond) * 1000
  const end = startsOf(map).at(-1) ?? 0
  const last = Math.min(end, view.from + visibleDuration(view))
  for (let index = Math.floor(view.from / stepMs); index * stepMs < last; index++) {
    const middle = (index + 0.5) * stepMs
    const found = locate(map, Math.min(end - 1, middle))
    if (!found) break
    const { piece, videoTime } = found
    const from = Math.max(piece.in, videoTime - stepMs / 2)
    const to = Math.min(piece.in + piece.dur, videoTime + stepMs / 2)
    bars.push({ videoId: piece.videoId, from, to, px: toPx(view, middle) })
  }
  return bars
}
