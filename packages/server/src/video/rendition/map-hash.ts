import { articleMap, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { PlayMap } from '@knowreel/shared/video/play-map.ts'
import { createHash } from 'node:crypto'

/** Equal exactly for equal play maps, because maps are normalized: how their pieces were assembled does not matter. */
export const mapHash = (map: PlayMap): string =>
  createHash('sha256')
    .update(JSON.stringify(map.map((piece) => [piece.videoId, piece.in, piece.dur])))
    .digest('hex')

/** Covers everything an article plays; null if it plays nothing. */
export function paragraphsMapHash(tree: ParagraphTree): string | null {
  const map = articleMap(tree)
  return map.length === 0 ? null : mapHash(map)
}
