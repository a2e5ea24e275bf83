/** How the range to be removed reacts to dragging. Pure; the cut itself is `removeRange`. */
import { minPartMs } from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import type { TrimRange } from '../editing/video-editor-controller.ts'

export type TrimEnd = 'from' | 'to'

/** Moves one end; the other stays, and neither passes the other or the ends of the article. */
export function moveTrimEnd(range: TrimRange, end: TrimEnd, time: Ms, duration: Ms): TrimRange {
  const at = Math.round(time)
  if (end === 'from') return { from: Math.max(0, Math.min(at, range.to - minPartMs)), to: range.to }
  return { from: range.from, to: Math.min(duration, Math.max(at, range.from + minPartMs)) }
}

/** Moves the whole range without changing its length. */
export function moveTrim(range: TrimRange, from: Ms, duration: Ms): TrimRange {
  const length = range.to - range.from
  const first = Math.round(Math.min(Math.max(0, duration - length), Math.max(0, from)))
  return { from: first, to: first + length }
}

/** The range after the article has become shorter; null if too little of it remains. */
export function clampTrim(range: TrimRange, duration: Ms): TrimRange | null {
  const to = Math.min(range.to, duration)
  const from = Math.min(range.from, Math.max(0, to - minPartMs))
  return to - from < minPartMs ? null : { from, to }
}

/** The initial trim range at the play head; at the very end it extends backwards, so that its grips are reachable. */
export const startTrim = (range: TrimRange, duration: Ms): TrimRange | null =>
  clampTrim({ from: range.from, to: Math.max(range.to, range.from + minPartMs) }, duration)

/** Nothing worth keeping would remain. */
export const removesAll = ({ from, to }: TrimRange, duration: Ms): boolean =>
  from < minPartMs && duration - to < minPartMs

/** The position of the play head after the cut: it stays on the frame it shows. */
export function timeAfterCut({ from, to }: TrimRange, head: Ms): Ms {
  if (head < from) return head
  return head < to ? from : head - (to - from)
}
