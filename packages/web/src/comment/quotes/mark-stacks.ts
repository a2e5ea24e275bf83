/** Position of an icon in the margin, in px from the top of the note. */
export type MarkPosition = { readonly id: string; readonly top: number }
export type StackedMark = MarkPosition & {
  /** For overlapping icons: the id of the first and the index in the stack. */
  readonly stackId: string
  readonly index: number
}

/** Px between icons that would overlap. */
export const STACK_OFFSET = 12
/** Height of an icon plus the gap below it, in px. */
export const MARK_STEP = 32

/** Positions icons at the height of their words; icons that would overlap move down by 12 px each. */
export function stackMarks(positions: readonly MarkPosition[]): StackedMark[] {
  const stacked: StackedMark[] = []
  for (const position of positions.toSorted((one, other) => one.top - other.top)) {
    const above = stacked.at(-1)
    const isOver = above !== undefined && position.top < above.top + MARK_STEP
    if (isOver)
      stacked.push({ id: position.id, top: above.top + STACK_OFFSET, stackId: above.stackId, index: above.index + 1 })
    else stacked.push({ ...position, stackId: position.id, index: 0 })
  }
  return stacked
}

/** Spreads one stack out, so that each icon can be seen and clicked. */
export const spreadStack = (marks: readonly StackedMark[], stackId: string | null): StackedMark[] =>
  marks.map((mark) =>
    mark.stackId === stackId ? { ...mark, top: mark.top + mark.index * (MARK_STEP - STACK_OFFSET) } : mark,
  )
