/** Where a recording that still travels will be put. Pure. */
import { articleDuration, anchorAt, resolveAnchor, type ParagraphTree } from '@knowreel/shared/video/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import type { InsertPlace } from './upload-item.ts'

export const insertPlaceAt = (tree: ParagraphTree, at: Ms): InsertPlace => {
  // Behind the last moment nothing is played that could be held on to.
  const isEnd = at >= articleDuration(tree)
  return { anchor: isEnd ? null : anchorAt(tree, at), at: isEnd ? Number.MAX_SAFE_INTEGER : at }
}

/**
 * In article time as it is now: with the moment that stood at the play head, wherever that was moved. Where its material was
 * removed, as far into the article as it was.
 */
export function insertTimeOf(tree: ParagraphTree, { anchor, at }: InsertPlace): Ms {
  const found = anchor === null ? null : resolveAnchor(tree, anchor)
  return Math.min(found ?? at, articleDuration(tree))
}
