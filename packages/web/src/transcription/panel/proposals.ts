import type { TimeRange } from '@knowreel/shared/transcription/cut-by-words.ts'
import { removeRange } from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import { timeLabel, type VideoEditorController } from '../../video/index.ts'
import { showWarning } from '../../ui/toast/toast.ts'
import * as texts from '../texts.ts'

/** Removes from the last to the first, so that no range moves another; one step of undo. */
export const removeRanges = (controller: VideoEditorController, ranges: readonly TimeRange[]): boolean =>
  controller.change((tree) =>
    ranges
      .toSorted((one, other) => other.from - one.from)
      .reduce((rest, { from, to }) => removeRange(rest, from, to), tree),
  )

/** Shows on the timeline what would be removed. */
export function propose(
  controller: VideoEditorController,
  ranges: readonly TimeRange[],
  titleOf: (count: number) => string,
): void {
  if (ranges.length === 0) return showWarning(texts.nothingToRemove)
  const removed = ranges.reduce((sum, { from, to }) => sum + to - from, 0)
  controller.setProposal({
    title: titleOf(ranges.length),
    detail: texts.becomes(timeLabel(controller.duration), timeLabel(controller.duration - removed)),
    ranges,
    onApply: () => removeRanges(controller, ranges),
  })
}
