/** Which marks the play head has just passed. Pure. */
import type { Ms } from '@knowreel/shared/video/play-map.ts'

/** A longer way than this was no playing: somebody went there. */
const longestStep: Ms = 1500

/** Behind `from` up to `to`, the last ones where there are more than `most`. `marks` stand in the order of their times. */
export function passedMarks<Mark extends { readonly time: Ms }>(
  marks: readonly Mark[],
  from: Ms,
  to: Ms,
  most: number,
): readonly Mark[] {
  if (to <= from || to - from > longestStep) return []
  const end = firstBehind(marks, to)
  return marks.slice(Math.max(firstBehind(marks, from), end - most), end)
}

/** A search by halves: it is asked with every picture. */
function firstBehind(marks: readonly { readonly time: Ms }[], time: Ms): number {
  let low = 0
  let high = marks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((marks[middle]?.time ?? 0) <= time) low = middle + 1
    else high = middle
  }
  return low
}
