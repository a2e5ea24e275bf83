/** Where an icon stands in the margin; px from the top of the note. */
export type MarkPlace = { readonly id: string; readonly top: number }
export type StackedMark = MarkPlace & {
  /** Of those that lie over each other: the id of the first, and the how manieth this is. */
  readonly stackId: string
  readonly index: number
}

/** Px between icons that would cover each other. */
export const STACK_OFFSET = 12
/** Px that an icon and the air below it take. */
export const MARK_STEP = 32

/** Icons at the height of their words; those that would cover each other are moved down by 12 px each. */
export function stackMarks(places: readonly MarkPlace[]): StackedMark[] {
  const stacked: StackedMark[] = []
  for (const place of places.toSorted((one, other) => one.top - other.top)) {
    const above = stacked.at(-1)
    const isOver = above !== undefined && place.top < above.top + MARK_STEP
    if (isOver)
      stacked.push({ id: place.id, top: above.top + STACK_OFFSET, stackId: above.stackId, index: above.index + 1 })
    else stacked.push({ ...place, stackId: place.id, index: 0 })
  }
  return stacked
}

/** The same with one stack spread out, so that each can be seen and pressed. */
export const spread = (marks: readonly StackedMark[], stackId: string | null): StackedMark[] =>
  marks.map((mark) =>
    mark.stackId === stackId ? { ...mark, top: mark.top + mark.index * (MARK_STEP - STACK_OFFSET) } : mark,
  )
