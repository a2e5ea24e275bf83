import { articleMap, type ParagraphTree } from '@knowreel/shared/video/paragraph-tree.ts'
import type { PlayMap } from '@knowreel/shared/video/play-map.ts'
import { createHash } from 'node:crypto'

/** The same exactly for equal play maps, which are normal: how their pieces were put together does not count. */
export const mapHash = (map: PlayMap): string =>
  createHash('sha256')
    .update(JSON.stringify(map.map((piece) => [piece.videoId, piece.in, piece.dur])))
    .digest('hex')

/** Of all that an article plays; null when that is nothing. */
export function paragraphsMapHash(tree: ParagraphTree): string | null {
  const map = articleMap(tree)
  return map.length === 0 ? null : mapHash(map)
}
