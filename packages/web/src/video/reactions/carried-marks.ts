/**
 * Markers on a recording that is being edited. The server's anchors refer to the paragraphs at that time; each edit
 * carries them along, so that a marker on a moment that is played twice stays on the intended one. When undo restores
 * earlier paragraphs, their anchors are restored too. Pure, except for its cache.
 */
import { carryAnchor } from '@knowreel/shared/video/paragraph/carry-anchor.ts'
import { resolveAnchor, type Anchor, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { PlacedMark, TimelineMark } from './timeline-marks.ts'

/** `given` is the anchor from the server, `present` the one after the edits since. */
type Carried = { readonly given: Anchor; readonly present: Anchor }

export type MarkCarrier = {
  /** The markers whose material is played, sorted by time. */
  readonly place: (tree: ParagraphTree, marks: readonly TimelineMark[]) => readonly PlacedMark[]
}

export function createMarkCarrier(): MarkCarrier {
  const anchorsOfTrees = new WeakMap<ParagraphTree, ReadonlyMap<string, Carried>>()
  let last: { tree: ParagraphTree; anchors: ReadonlyMap<string, Carried> } | null = null

  return {
    place(tree, marks) {
      const remembered = anchorsOfTrees.get(tree)
      const anchors = new Map<string, Carried>()
      const placed: PlacedMark[] = []
      for (const mark of marks) {
        const carried = remembered?.get(mark.id) ?? carriedFrom(last, tree, mark.id)
        const present = carried && isSame(carried.given, mark.anchor) ? carried.present : mark.anchor
        anchors.set(mark.id, { given: mark.anchor, present })
        const time = resolveAnchor(tree, present)
        if (time !== null) placed.push({ ...mark, time })
      }
      anchorsOfTrees.set(tree, anchors)
      last = { tree, anchors }
      return placed.toSorted((one, other) => one.time - other.time)
    },
  }
}

function carriedFrom(
  last: { tree: ParagraphTree; anchors: ReadonlyMap<string, Carried> } | null,
  tree: ParagraphTree,
  id: string,
): Carried | undefined {
  const before = last?.anchors.get(id)
  if (last === null || before === undefined || last.tree === tree) return before
  return { given: before.given, present: carryAnchor(last.tree, tree, before.present) }
}

/**
 * Compares the recording's moment only: which of several plays is meant is known better here, where every edit was
 * seen.
 */
const isSame = (one: Anchor, other: Anchor): boolean =>
  one.videoId === other.videoId && one.videoTime === other.videoTime
