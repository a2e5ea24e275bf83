/** Which markers the play head has just passed. Pure. */
import type { Ms } from '@knowreel/shared/video/play-map.ts'

/** A longer step is a seek, not playback. */
const maxStepMs: Ms = 1500

/** The markers after `from` up to `to`, the last ones if there are more than `most`. `marks` is sorted by time. */
export function passedMarkers<Mark extends { readonly time: Ms }>(
  marks: readonly Mark[],
  from: Ms,
  to: Ms,
  most: number,
): readonly Mark[] {
  if (to <= from || to - from > maxStepMs) return []
  const end = firstIndexAfter(marks, to)
  return marks.slice(Math.max(firstIndexAfter(marks, from), end - most), end)
}

/** Binary search, because it runs for every frame. */
function firstIndexAfter(marks: readonly { readonly time: Ms }[], time: Ms): number {
  let low = 0
  let high = marks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((marks[middle]?.time ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low
}
