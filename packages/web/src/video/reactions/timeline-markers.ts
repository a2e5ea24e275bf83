/** Comments and reactions as markers of a recording. Pure. */
import type { ArticleReaction, Comment } from '@knowreel/shared/comment/comment.wire.ts'
import type { Person } from '@knowreel/shared/user/user.calls.ts'
import {
  anchorAt,
  findParagraph,
  type Anchor,
  type ParagraphTree,
} from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'

export type TimelineMarker = {
  readonly id: string
  readonly anchor: Anchor
  /** Null for guests, who do not see names, and for deleted accounts. */
  readonly person: Person | null
  readonly createdAt: string
  /** Null for a comment without a reaction. */
  readonly icon: string | null
  /** Null for a reaction without a comment. */
  readonly comment: Comment | null
  /** Set if the marker is a reaction. */
  readonly reaction: ArticleReaction | null
}

export type PositionedMarker = TimelineMarker & {
  /** In article time. */
  readonly time: Ms
}

/** A reaction made with a comment shares its marker. */
export function timelineMarkers(
  tree: ParagraphTree,
  reactions: readonly ArticleReaction[],
  comments: readonly Comment[],
): TimelineMarker[] {
  const byId = new Map(comments.map((comment) => [comment.id, comment]))
  const marks: TimelineMarker[] = []
  const withReaction = new Set<string>()
  for (const reaction of reactions) {
    const anchor = reactionAnchor(tree, reaction)
    if (anchor === null) continue
    const comment = reaction.commentId === null ? undefined : byId.get(reaction.commentId)
    if (comment) withReaction.add(comment.id)
    const { id, user: person, createdAt, icon } = reaction
    marks.push({ id, anchor, person, createdAt, icon, comment: comment ?? null, reaction })
  }
  for (const comment of comments) {
    if (comment.anchor === null || comment.resolvedAt !== null || withReaction.has(comment.id)) continue
    const { id, author: person, createdAt, anchor, videoReaction } = comment
    marks.push({ id, anchor, person, createdAt, icon: videoReaction?.icon ?? null, comment, reaction: null })
  }
  return marks
}

/** A reaction without an anchor is shown where its paragraph currently plays that time. */
function reactionAnchor(
  tree: ParagraphTree,
  { paragraphId, videoId, videoTime, time }: ArticleReaction,
): Anchor | null {
  if (videoId !== null && videoTime !== null) return { paragraphId, videoId, videoTime, time }
  const position = findParagraph(tree, paragraphId)
  return position === null || time >= position.end - position.start ? null : anchorAt(tree, position.start + time)
}
