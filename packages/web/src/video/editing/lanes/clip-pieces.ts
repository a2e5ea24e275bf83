import type { PlayMap } from '@knowreel/shared/video/play-map.ts'
import { piecesInView } from '../../timeline/pieces-in-view.ts'
import type { View } from '../../timeline/timeline-geometry.ts'

const gapPx = 2
const cornerPx = 5
/** Narrower pieces have no gaps; little else would be visible. */
const minPx = 8
/** Clipping by more shapes than this costs a frame on machines without a GPU. */
const maxClips = 40

/** Clips what is painted next to the pieces, so that every cut shows as a gap. */
export function clipPieces(context: CanvasRenderingContext2D, view: View, map: PlayMap, height: number): void {
  const pieces = piecesInView(view, map).filter(({ left, right }) => right - left >= minPx)
  const first = pieces[0]
  const last = pieces.at(-1)
  context.beginPath()
  if (!first || !last || pieces.length > maxClips) {
    context.roundRect(0, 0, view.width, height, cornerPx)
    return context.clip()
  }
  for (const { left, right } of pieces) {
    // The canvas ends with the view; pieces that extend beyond it have their rounded corners outside.
    const from = Math.max(left + (left <= 0 ? 0 : gapPx / 2), -cornerPx * 2)
    const to = Math.min(right - gapPx / 2, view.width + cornerPx * 2)
    context.roundRect(from, 0, to - from, height, cornerPx)
  }
  // Pieces too narrow for rounded corners fill the space between as they are.
  let end = 0
  for (const { left, right } of pieces) {
    if (left - end >= 1) context.rect(end, 0, left - end, height)
    end = Math.max(end, right)
  }
  if (view.width - end >= 1) context.rect(end, 0, view.width - end, height)
  context.clip()
}
