/** What a dragged border, range or play head is drawn to. Pure. */
import { articleMap, placesOf, type ParagraphTree } from '@knowreel/shared/video/paragraph-tree.ts'
import { startsOf, type Ms, type PlayMap } from '@knowreel/shared/video/play-map.ts'

// Trees are values, and both are asked for with every movement of a hand.
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

/** Borders of paragraphs and of pieces, with both ends of the article. */
export function snapTargetsOf(tree: ParagraphTree): readonly Ms[] {
  const known = targets.get(tree)
  if (known) return known
  const times = new Set([...placesOf(tree).map(({ start }) => start), ...startsOf(mapOf(tree))])
  const sorted = [...times].toSorted((one, other) => one - other)
  targets.set(tree, sorted)
  return sorted
}
