import { useMemo, useState } from 'react'
import type { ReactionEmoji } from '@knowreel/shared/comment/comment.wire.ts'
import { anchorAt, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { createMarkerTracker } from './marker-tracker.ts'
import { timelineMarkers, type PositionedMarker } from './timeline-markers.ts'
import type { CommentsAndReactions } from './comments-and-reactions.ts'
import { useReactions, type UseReactionsResult } from './use-reactions.ts'

export type MarkersController = Pick<UseReactionsResult, 'react' | 'removeReaction'> & {
  /** Sorted by time. */
  readonly markers: readonly PositionedMarker[]
  /** The comment open elsewhere on the page. */
  readonly activeId: string | null
  readonly onOpenComment: (id: string) => void
  /** Starts a comment on a moment, with or without an emoji; null if the person may not. */
  readonly comment: ((tree: ParagraphTree, time: Ms, icon: ReactionEmoji | null) => void) | null
}

/** Comments and reactions at their times in the current paragraphs. Null where they are not available. */
export function useTimelineMarkers(
  commentsAndReactions: CommentsAndReactions | null,
  tree: ParagraphTree,
): MarkersController | null {
  const { reactions, react, removeReaction } = useReactions(commentsAndReactions)
  const [carrier] = useState(createMarkerTracker)
  const comments = commentsAndReactions?.comments
  const markers = useMemo(
    () => carrier.locateMarkers(tree, timelineMarkers(tree, reactions, comments ?? [])),
    [carrier, tree, reactions, comments],
  )
  return useMemo(
    () =>
      commentsAndReactions && {
        markers,
        react,
        removeReaction,
        activeId: commentsAndReactions.activeId,
        onOpenComment: commentsAndReactions.onOpenComment,
        comment:
          commentsAndReactions.me === null
            ? null
            : (now, time, icon) => startComment(commentsAndReactions, now, time, icon),
      },
    [commentsAndReactions, markers, react, removeReaction],
  )
}

function startComment(
  commentsAndReactions: CommentsAndReactions,
  tree: ParagraphTree,
  time: Ms,
  icon: ReactionEmoji | null,
): void {
  const anchor = anchorAt(tree, time)
  if (anchor === null || icon === null) return commentsAndReactions.onComment(time, null)
  commentsAndReactions.onComment(time, {
    articleId: commentsAndReactions.articleId,
    paragraphId: anchor.paragraphId,
    currentParagraphTime: anchor.time,
    currentVideoTime: anchor.videoTime,
    icon,
  })
}
