/** The actions for selected words; each is an ordinary, undoable change of the paragraphs. */
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { rangeOfWords, rangesOutside } from '@knowreel/shared/transcription/cut-by-words.ts'
import { paragraphLimits } from '@knowreel/shared/video/paragraph/paragraph-limits.ts'
import { insertParagraph, minStartDistance } from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import { articleDuration, positionsOf, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import type { VideoEditorController } from '../../video/index.ts'
import type { TranscriptModel, WordRange } from '../transcript-model.ts'
import { removeRanges } from './proposals.ts'

type WordActionsInput = {
  controller: VideoEditorController
  model: TranscriptModel
  selection: WordRange | null
  onDone: () => void
}

export type WordActions = {
  readonly remove: () => void
  readonly keepOnly: () => void
  readonly newParagraph: () => void
  /** Ms. */
  readonly length: Ms
}

const titleWords = 8

export function useWordActions({ controller, model, selection, onDone }: WordActionsInput): WordActions {
  const range = selection && rangeOfWords(model.words, selection.from, selection.to, model.map)
  const act = (work: (given: NonNullable<typeof range>) => boolean) => () => {
    if (range && work(range)) onDone()
  }
  return {
    length: range ? range.to - range.from : 0,
    remove: act((given) => removeRanges(controller, [given])),
    keepOnly: act((given) => removeRanges(controller, rangesOutside(given, controller.duration))),
    newParagraph: act(({ from, to }) => {
      const title = model.words
        .slice(selection?.from, Math.min(selection?.to ?? 0, (selection?.from ?? 0) + titleWords))
        .map(({ word }) => word.text)
        .join(' ')
        .replace(/[\s.,;:!?…]+$/u, '')
        .slice(0, paragraphLimits.title)
      return controller.change((tree) => splitAt(splitAt(tree, to, {}), from, { title }))
    }),
  }
}

/** Returns the tree unchanged near an existing start or the end. */
function splitAt(tree: ParagraphTree, time: Ms, added: { title?: string }): ParagraphTree {
  const duration = articleDuration(tree)
  const distance = Math.max(200, minStartDistance(duration))
  const isBorder =
    positionsOf(tree).some(({ start }) => Math.abs(start - time) < distance) || duration - time < distance
  return isBorder ? tree : insertParagraph(tree, time, { id: newKey(), ...added })
}
