/** Which marks fall together on a scale of time, and where they stand on a line. Pure; places in px. */
import type { Ms } from '@knowreel/shared/video/play-map.ts'

type Timed = { readonly time: Ms }

export type Stack<Mark extends Timed> = {
  /** Its left edge, from where time begins. */
  readonly left: number
  /** In the order of their times. */
  readonly marks: readonly Mark[]
}

/** Across a mark, and across several: a face and a second one or a count, which overlap. */
export const markPx = { one: 26, several: 44 } as const

/**
 * Marks that would lie on each other are one stack; no two stacks touch. It depends on the scale alone, so that nothing
 * regroups while the line is scrolled. `marks` stand in the order of their times.
 */
export function stackMarks<Mark extends Timed>(marks: readonly Mark[], pxPerMs: number): readonly Stack<Mark>[] {
  const stacks: { left: number; marks: Mark[] }[] = []
  for (const mark of marks) {
    const left = mark.time * pxPerMs - markPx.one / 2
    const last = stacks.at(-1)
    if (last && left - last.left < widthOf(last)) last.marks.push(mark)
    else stacks.push({ left, marks: [mark] })
  }
  return stacks
}

/** On a line that shows all of them none leaves it: those at its ends move in, and what they then touch joins them. */
export function keepStacks<Mark extends Timed>(stacks: readonly Stack<Mark>[], width: number): readonly Stack<Mark>[] {
  if (width < markPx.several) return []
  const kept: Stack<Mark>[] = []
  let edge = width
  for (const stack of stacks.toReversed()) {
    const left = Math.max(0, stack.left)
    const next = kept.at(-1)
    if (next === undefined || left + widthOf(stack) <= edge) {
      edge = Math.min(left, edge - widthOf(stack))
      kept.push({ left: edge, marks: stack.marks })
      continue
    }
    // Where the next one ended, both together end.
    edge = Math.max(0, Math.min(left, next.left + widthOf(next) - markPx.several))
    kept[kept.length - 1] = { left: edge, marks: [...stack.marks, ...next.marks] }
  }
  return kept.toReversed()
}

const widthOf = ({ marks }: { readonly marks: readonly unknown[] }): number =>
  marks.length > 1 ? markPx.several : markPx.one
