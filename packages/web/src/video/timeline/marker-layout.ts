/**
 * Where the markers of a timeline are drawn: those that would lie on each other are folded into a cluster, neighbours that
 * would touch stand in two lanes. One pass over sorted markers, so that a thousand cost nothing while dragging. Pure.
 */
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { toPx, type View } from './timeline-geometry.ts'

export type Marker = { readonly id: string; readonly time: Ms }
export type PlacedMarkers<M extends Marker> = {
  readonly px: number
  readonly lane: 0 | 1
  /** One, or the members of a cluster in the order of their times. */
  readonly markers: readonly M[]
}

const lanes = [0, 1] as const

/** `gap` is the least distance in px between two marks of one lane: a finger needs more than a pointer. */
export function layoutMarkers<M extends Marker>(view: View, markers: readonly M[], gap: number): PlacedMarkers<M>[] {
  const sorted = markers.toSorted((one, other) => one.time - other.time)
  const placed: { px: number; lane: 0 | 1; markers: M[] }[] = []
  const ends = [-Infinity, -Infinity]
  for (const marker of sorted) {
    const px = toPx(view, marker.time)
    if (px < -gap || px > view.width + gap) continue
    const lane = lanes.find((candidate) => px - (ends[candidate] ?? -Infinity) >= gap)
    if (lane === undefined) placed.at(-1)?.markers.push(marker)
    else {
      placed.push({ px, lane, markers: [marker] })
      ends[lane] = px
    }
  }
  return placed
}

/** How many fall into each bin of a given width in px, from the left edge on; for reactions. */
export function histogram(view: View, times: readonly Ms[], binPx: number): number[] {
  const bins = Array.from({ length: Math.ceil(view.width / binPx) }, () => 0)
  for (const time of times) {
    const bin = Math.floor(toPx(view, time) / binPx)
    if (bin >= 0 && bin < bins.length) bins[bin] = (bins[bin] ?? 0) + 1
  }
  return bins
}
