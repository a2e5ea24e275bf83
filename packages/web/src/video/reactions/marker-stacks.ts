/** Which markers are stacked at a time scale, and their positions on a line. Pure; positions in px. */
import type { Ms } from '@knowreel/shared/video/play-map.ts'

type Timed = { readonly time: Ms }

export type Stack<Mark extends Timed> = {
  /** Its left edge, measured from time zero. */
  readonly left: number
  /** Sorted by time. */
  readonly markers: readonly Mark[]
}

/** Width of one marker and of a stack, which shows an avatar overlapped by a second one or a count. */
export const markerPx = { one: 26, several: 44 } as const

/**
 * Overlapping markers form one stack; no two stacks touch. The result depends on the scale alone, so that scrolling
 * does not regroup. `marks` is sorted by time.
 */
export function stackMarkers<Mark extends Timed>(marks: readonly Mark[], pxPerMs: number): readonly Stack<Mark>[] {
  const stacks: { left: number; markers: Mark[] }[] = []
  for (const mark of marks) {
    const left = mark.time * pxPerMs - markerPx.one / 2
    const last = stacks.at(-1)
    if (last && left - last.left < stackWidth(last)) last.markers.push(mark)
    else stacks.push({ left, markers: [mark] })
  }
  return stacks
}

/**
 * Keeps all stacks within a line that shows the whole article: those at its ends move in, and merge with what they then
 * touch.
 */
export function fitStacks<Mark extends Timed>(stacks: readonly Stack<Mark>[], width: number): readonly Stack<Mark>[] {
  if (width < markerPx.several) return []
  const kept: Stack<Mark>[] = []
  let edge = width
  for (const stack of stacks.toReversed()) {
    const left = Math.max(0, stack.left)
    const next = kept.at(-1)
    if (next === undefined || left + stackWidth(stack) <= edge) {
      edge = Math.min(left, edge - stackWidth(stack))
      kept.push({ left: edge, markers: stack.markers })
      continue
    }
    // The merged stack ends where the next one ended.
    edge = Math.max(0, Math.min(left, next.left + stackWidth(next) - markerPx.several))
    kept[kept.length - 1] = { left: edge, markers: [...stack.markers, ...next.markers] }
  }
  return kept.toReversed()
}

const stackWidth = ({ markers }: { readonly markers: readonly unknown[] }): number =>
  markers.length > 1 ? markerPx.several : markerPx.one
