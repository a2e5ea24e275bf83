/**
 * The state that the sidebar, player and timeline of the video edit page share: the paragraphs as displayed, the one
 * way to change them, and the player. It depends on neither the draft nor the network.
 */
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import type { Video } from '@knowreel/shared/video/video.wire.ts'
import type { Playback } from '../watch/use-media-player.ts'

/** A range of article time that is about to be removed. */
export type TrimRange = { readonly from: Ms; readonly to: Ms }

/** Ranges that are offered for removal, shown on the timeline until the person decides. */
export type CutProposal = {
  readonly title: string
  readonly detail: string
  readonly ranges: readonly TrimRange[]
  /** Returns false if it was refused. */
  readonly onApply: () => boolean
}

/** A proposed paragraph on the timeline. */
export type ProposedBlock = {
  readonly key: number
  readonly title: string
  readonly level: 1 | 2
  readonly start: Ms
  readonly end: Ms
  readonly isOpen: boolean
  readonly onOpen: () => void
}

export type VideoEditorController = {
  readonly tree: ParagraphTree
  readonly duration: Ms
  readonly videos: readonly Video[]
  /** Registers a recording that paragraphs are about to play; the draft's own are registered already. */
  readonly addVideo: (video: Video) => void
  readonly playback: Playback
  /** The paragraph selected in the sidebar and on the timeline; null for none. */
  readonly selectedId: string | null
  readonly select: (id: string | null) => void
  readonly seek: (time: Ms) => void
  /**
   * Applies a rule of `paragraph-tree.rules.ts` to the paragraphs, shows and saves the result. Returns false if the
   * rule refuses, and shows its message.
   */
  readonly change: (rule: (tree: ParagraphTree) => ParagraphTree) => boolean
  /** Null if there is nothing to undo or redo. */
  readonly undo: (() => void) | null
  readonly redo: (() => void) | null
  /** Null while nothing is trimmed. */
  readonly trim: TrimRange | null
  readonly setTrim: (range: TrimRange | null) => void
  /** Null while nothing is proposed; any change of the paragraphs ends it. */
  readonly proposal: CutProposal | null
  readonly setProposal: (proposal: CutProposal | null) => void
  /** Empty while no paragraphs are proposed. */
  readonly proposedBlocks: readonly ProposedBlock[]
  readonly setProposedBlocks: (blocks: readonly ProposedBlock[]) => void
}
