/** Where a paragraph dragged along the timeline would go. Pure. */
import { findParagraph, rangeOf, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'

/** `index` counts the siblings without the dragged one; `at` is the time of the drop line. */
export type BlockDrop = { readonly parentId: string | null; readonly index: number; readonly at: Ms }

/**
 * The position for a paragraph held at a time over the row of a level. In the second row it goes under the paragraph
 * there; over its own range, under the previous one. With no possible parent, returns the paragraph as its own parent,
 * so that `moveParagraph` refuses.
 */
export function blockDropAt(tree: ParagraphTree, id: string, level: 1 | 2, time: Ms): BlockDrop {
  if (level === 1) return dropAmongSiblings(tree, id, null, tree, time)
  const parent = tree.findLast((candidate) => candidate.id !== id && rangeOf(tree, candidate.id).start <= time) ?? null
  const own = findParagraph(tree, id)
  if (parent === null) return { parentId: id, index: 0, at: own?.start ?? time }
  return dropAmongSiblings(tree, id, parent.id, parent.items, time)
}

function dropAmongSiblings(
  tree: ParagraphTree,
  id: string,
  parentId: string | null,
  siblings: ParagraphTree,
  time: Ms,
): BlockDrop {
  const others = siblings.filter((sibling) => sibling.id !== id).map((sibling) => rangeOf(tree, sibling.id))
  const found = others.findIndex(({ start, end }) => time < (start + end) / 2)
  const index = found === -1 ? others.length : found
  const before = others[index - 1]
  const own = parentId === null ? null : findParagraph(tree, parentId)
  return { parentId, index, at: others[index]?.start ?? before?.end ?? own?.end ?? 0 }
}

/** Whether it is already there. */
export function isSamePosition(tree: ParagraphTree, id: string, { parentId, index }: BlockDrop): boolean {
  const position = findParagraph(tree, id)
  return position !== null && position.parentId === parentId && position.index === index
}
