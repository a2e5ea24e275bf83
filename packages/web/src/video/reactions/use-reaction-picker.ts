import { useState } from 'react'
import type { ReactionEmoji } from '@knowreel/shared/comment/comment.wire.ts'
import { articleDuration, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { clampSeekTime } from '../player/player.rules.ts'
import type { MarkersController } from './use-timeline-markers.ts'

type ReactionPickerInput = {
  controller: MarkersController | null
  tree: ParagraphTree
  getTime: () => Ms
  /** Called before the panel of comments opens. */
  onOpenPanel?: () => void
}

type GivenReaction = { readonly icon: string; readonly time: Ms }

export type ReactionPickerState = NonNullable<ReturnType<typeof useReactionPicker>>

/** Reacts to the current moment. Null if the person may not. */
export function useReactionPicker({ controller, tree, getTime, onOpenPanel }: ReactionPickerInput) {
  const [isPicking, setPicking] = useState(false)
  const [lastReaction, setLastReaction] = useState<GivenReaction | null>(null)
  const react = controller?.react
  const comment = controller?.comment
  if (!react || !comment) return null
  /** At the end, the reaction belongs to the last frame. */
  const present = () => clampSeekTime(getTime(), articleDuration(tree))
  const pick = (icon: ReactionEmoji, isWithComment: boolean): void => {
    const time = present()
    if (isWithComment) {
      onOpenPanel?.()
      return comment(tree, time, icon)
    }
    react(icon, tree, time)
    setLastReaction({ icon, time })
  }
  const begin = (): void => {
    onOpenPanel?.()
    comment(tree, present(), null)
  }
  return { isPicking, setPicking, lastReaction, pick, comment: begin }
}
