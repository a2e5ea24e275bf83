import { useState } from 'react'
import type { ReactionEmoji } from '@knowreel/shared/comment/comment.wire.ts'
import { articleDuration, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { draggedTime } from '../player/player.rules.ts'
import type { UsedMarks } from './use-timeline-marks.ts'

type Giving = {
  used: UsedMarks | null
  tree: ParagraphTree
  timeNow: () => Ms
  /** Something beside the recording is about to open. */
  onAside?: () => void
}

type GivenReaction = { readonly icon: string; readonly time: Ms }

export type GivingReactions = NonNullable<ReturnType<typeof useGivingReactions>>

/** Reacts to the current moment. Null if the person may not. */
export function useGivingReactions({ used, tree, timeNow, onAside }: Giving) {
  const [isPicking, setPicking] = useState(false)
  const [given, setGiven] = useState<GivenReaction | null>(null)
  const react = used?.react
  const comment = used?.comment
  if (!react || !comment) return null
  /** At the very end, the last frame is meant. */
  const present = () => draggedTime(timeNow(), articleDuration(tree))
  const pick = (icon: ReactionEmoji, isWithComment: boolean): void => {
    const time = present()
    if (isWithComment) {
      onAside?.()
      return comment(tree, time, icon)
    }
    react(icon, tree, time)
    setGiven({ icon, time })
  }
  const begin = (): void => {
    onAside?.()
    comment(tree, present(), null)
  }
  return { isPicking, setPicking, given, pick, comment: begin }
}
