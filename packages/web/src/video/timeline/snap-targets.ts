/** The times that a dragged border, range or play head snaps to. Pure. */
import { articleMap, positionsOf, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { startsOf, type Ms, type PlayMap } from '@knowreel/shared/video/play-map.ts'

// Trees are immutable, and both values are needed for every pointer movement.
const mapCache = new WeakMap<ParagraphTree, PlayMap>()
const targetCache = new WeakMap<ParagraphTree, readonly Ms[]>()

/** The whole article as one play map. */
export function cachedArticleMap(tree: ParagraphTree): PlayMap {
  const known = mapCache.get(tree)
  if (known) return known
  const map = articleMap(tree)
  mapCache.set(tree, map)
  return map
}

/** The borders of paragraphs and pieces, and both ends of the article. */
export function snapTargets(tree: ParagraphTree): readonly Ms[] {
  const known = targetCache.get(tree)
  if (known) return known
  const times = new Set([...positionsOf(tree).map(({ start }) => start), ...startsOf(cachedArticleMap(tree))])
  const sorted = [...times].toSorted((one, other) => one - other)
  targetCache.set(tree, sorted)
  return sorted
}
