/** Converts between a moment of a recording and its columns, and finds where it is played now. Pure. */
import {
  anchorAt,
  findParagraph,
  resolveAnchor,
  type Anchor,
  type ParagraphTree,
} from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { durationOf } from '@knowreel/shared/video/play-map.ts'

export type AnchorRow = {
  anchor_paragraph_id: string | null
  anchor_video_id: string | null
  anchor_video_time: number | null
  anchor_time: number | null
}

export function toAnchor(row: AnchorRow): Anchor | null {
  const { anchor_paragraph_id: paragraphId, anchor_video_id: videoId, anchor_video_time: videoTime } = row
  const time = row.anchor_time
  return paragraphId === null || videoId === null || videoTime === null || time === null
    ? null
    : { paragraphId, videoId, videoTime, time }
}

export const anchorColumns = (anchor: Anchor) => ({
  anchor_paragraph_id: anchor.paragraphId,
  anchor_video_id: anchor.videoId,
  anchor_video_time: anchor.videoTime,
  anchor_time: anchor.time,
})

export const noAnchor = {
  anchor_paragraph_id: null,
  anchor_video_id: null,
  anchor_video_time: null,
  anchor_time: null,
} as const

export type LocatedAnchor = {
  /** Where it is played now, or where it was last if it is not played. */
  readonly anchor: Anchor
  /** Ms in article time; null if its material is not played. */
  readonly at: number | null
}

export function locateAnchor(tree: ParagraphTree, anchor: Anchor): LocatedAnchor {
  const at = resolveAnchor(tree, anchor)
  return { anchor: (at === null ? null : anchorAt(tree, at)) ?? anchor, at }
}

/** The moment at this time of a paragraph's own material; null if there is none. */
export function anchorInParagraph(tree: ParagraphTree, paragraphId: string, time: number): Anchor | null {
  const position = findParagraph(tree, paragraphId)
  const duration = position === null ? 0 : durationOf(position.paragraph.map)
  return position === null || duration === 0 ? null : anchorAt(tree, position.start + Math.min(time, duration - 1))
}
