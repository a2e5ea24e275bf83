import type { PlayMap } from '@knowreel/shared/video/play-map.ts'
import { piecesInView } from '../timeline/pieces-in-view.ts'
import type { View } from '../timeline/timeline-geometry.ts'

const gapPx = 2
const cornerPx = 5
/** Where pieces are this narrow, gaps would be all that is seen. */
const leastPx = 8
/** Clipping by more shapes than this costs a frame where the machine has to do it without a graphics card. */
const mostClips = 40

/** Lets what is painted next appear within the pieces only, so that every cut shows as a gap. */
export function clipPieces(context: CanvasRenderingContext2D, view: View, map: PlayMap, height: number): void {
  const pieces = piecesInView(view, map).filter(({ left, right }) => right - left >= leastPx)
  const first = pieces[0]
  const last = pieces.at(-1)
  context.beginPath()
  if (!first || !last || pieces.length > mostClips) {
    context.roundRect(0, 0, view.width, height, cornerPx)
    return context.clip()
  }
  for (const { left, right } of pieces) {
    // The canvas itself ends with the view; corners of pieces that go on beyond it lie outside.
    const from = Math.max(left + (left <= 0 ? 0 : gapPx / 2), -cornerPx * 2)
    const to = Math.min(right - gapPx / 2, view.width + cornerPx * 2)
    context.roundRect(from, 0, to - from, height, cornerPx)
  }
  // What is too narrow lies between them as it is.
  let end = 0
  for (const { left, right } of pieces) {
    if (left - end >= 1) context.rect(end, 0, left - end, height)
    end = Math.max(end, right)
  }
  if (view.width - end >= 1) context.rect(end, 0, view.width - end, height)
  context.clip()
}
