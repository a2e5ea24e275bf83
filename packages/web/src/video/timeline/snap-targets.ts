/** The times that a dragged border, range or play head snaps to. Pure. */
import { articleMap, placesOf, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { startsOf, type Ms, type PlayMap } from '@knowreel/shared/video/play-map.ts'

// Trees are immutable, and both values are needed for every pointer movement.
const maps = new WeakMap<ParagraphTree, PlayMap>()
const targets = new WeakMap<ParagraphTree, readonly Ms[]>()

/** The whole article as one play map. */
export function mapOf(tree: ParagraphTree): PlayMap {
  const known = maps.get(tree)
  if (known) return known
  const map = articleMap(tree)
  maps.set(tree, map)
  return map
}

/** The borders of paragraphs and pieces, and both ends of the article. */
export function snapTargetsOf(tree: ParagraphTree): readonly Ms[] {
  const known = targets.get(tree)
  if (known) return known
  const times = new Set([...placesOf(tree).map(({ start }) => start), ...startsOf(mapOf(tree))])
  const sorted = [...times].toSorted((one, other) => one - other)
  targets.set(tree, sorted)
  return sorted
}
