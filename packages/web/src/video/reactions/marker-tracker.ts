/**
 * Markers on a recording that is being edited. The server's anchors refer to the paragraphs at that time; each edit
 * carries them along, so that a marker on a moment that is played twice stays on the intended one. When undo restores
 * earlier paragraphs, their anchors are restored too. Pure, except for its cache.
 */
import { carryAnchor } from '@knowreel/shared/video/paragraph/carry-anchor.ts'
import { resolveAnchor, type Anchor, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { PositionedMarker, TimelineMarker } from './timeline-markers.ts'

/** `given` is the anchor from the server, `present` the one after the edits since. */
type TrackedAnchor = { readonly original: Anchor; readonly current: Anchor }

export type MarkerTracker = {
  /** The markers whose material is played, sorted by time. */
  readonly locateMarkers: (tree: ParagraphTree, marks: readonly TimelineMarker[]) => readonly PositionedMarker[]
}

export function createMarkerTracker(): MarkerTracker {
  const anchorsOfTrees = new WeakMap<ParagraphTree, ReadonlyMap<string, TrackedAnchor>>()
  let last: { tree: ParagraphTree; anchors: ReadonlyMap<string, TrackedAnchor> } | null = null

  return {
    locateMarkers(tree, marks) {
      const remembered = anchorsOfTrees.get(tree)
      const anchors = new Map<string, TrackedAnchor>()
      const located: PositionedMarker[] = []
      for (const mark of marks) {
        const carried = remembered?.get(mark.id) ?? trackedFrom(last, tree, mark.id)
        const present = carried && isSameMoment(carried.original, mark.anchor) ? carried.current : mark.anchor
        anchors.set(mark.id, { original: mark.anchor, current: present })
        const time = resolveAnchor(tree, present)
        if (time !== null) located.push({ ...mark, time })
      }
      anchorsOfTrees.set(tree, anchors)
      last = { tree, anchors }
      return located.toSorted((one, other) => one.time - other.time)
    },
  }
}

function trackedFrom(
  last: { tree: ParagraphTree; anchors: ReadonlyMap<string, TrackedAnchor> } | null,
  tree: ParagraphTree,
  id: string,
): TrackedAnchor | undefined {
  const before = last?.anchors.get(id)
  if (last === null || before === undefined || last.tree === tree) return before
  return { original: before.original, current: carryAnchor(last.tree, tree, before.current) }
}

/**
 * Compares the recording's moment only: which of several plays is meant is known better here, where every edit was
 * seen.
 */
const isSameMoment = (one: Anchor, other: Anchor): boolean =>
  one.videoId === other.videoId && one.videoTime === other.videoTime
