/** Where a recording that is still being uploaded will be inserted. Pure. */
import {
  articleDuration,
  anchorAt,
  resolveAnchor,
  type ParagraphTree,
} from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import type { InsertPosition } from './upload-item.ts'

export const insertPositionAt = (tree: ParagraphTree, at: Ms): InsertPosition => {
  // At the end there is no moment to anchor to.
  const isEnd = at >= articleDuration(tree)
  return { anchor: isEnd ? null : anchorAt(tree, at), at: isEnd ? Number.MAX_SAFE_INTEGER : at }
}

/**
 * The position in current article time: it moves with the moment that was under the play head. If its material was
 * removed, the original time is used.
 */
export function resolveInsertTime(tree: ParagraphTree, { anchor, at }: InsertPosition): Ms {
  const found = anchor === null ? null : resolveAnchor(tree, anchor)
  return Math.min(found ?? at, articleDuration(tree))
}
