import { useMemo, useState } from 'react'
import type { ReactionEmoji } from '@knowreel/shared/comment/comment.wire.ts'
import { anchorAt, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { createMarkCarrier } from './carried-marks.ts'
import { marksOf, type PlacedMark } from './timeline-marks.ts'
import type { TimelineTalk } from './timeline-talk.ts'
import { useReactions, type UsedReactions } from './use-reactions.ts'

export type UsedMarks = Pick<UsedReactions, 'react' | 'takeBack'> & {
  /** Sorted by time. */
  readonly marks: readonly PlacedMark[]
  /** The comment open elsewhere on the page. */
  readonly activeId: string | null
  readonly onOpenComment: (id: string) => void
  /** Starts a comment on a moment, with or without an emoji; null if the person may not. */
  readonly comment: ((tree: ParagraphTree, time: Ms, icon: ReactionEmoji | null) => void) | null
}

/** Comments and reactions placed on the current paragraphs. Null where they are not available. */
export function useTimelineMarks(talk: TimelineTalk | null, tree: ParagraphTree): UsedMarks | null {
  const { reactions, react, takeBack } = useReactions(talk)
  const [carrier] = useState(createMarkCarrier)
  const comments = talk?.comments
  const marks = useMemo(
    () => carrier.place(tree, marksOf(tree, reactions, comments ?? [])),
    [carrier, tree, reactions, comments],
  )
  return useMemo(
    () =>
      talk && {
        marks,
        react,
        takeBack,
        activeId: talk.activeId,
        onOpenComment: talk.onOpenComment,
        comment: talk.me === null ? null : (now, time, icon) => beginComment(talk, now, time, icon),
      },
    [talk, marks, react, takeBack],
  )
}

function beginComment(talk: TimelineTalk, tree: ParagraphTree, time: Ms, icon: ReactionEmoji | null): void {
  const anchor = anchorAt(tree, time)
  if (anchor === null || icon === null) return talk.onComment(time, null)
  talk.onComment(time, {
    articleId: talk.articleId,
    paragraphId: anchor.paragraphId,
    currentParagraphTime: anchor.time,
    currentVideoTime: anchor.videoTime,
    icon,
  })
}
