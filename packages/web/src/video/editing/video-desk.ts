/**
 * What the edit page of a video article shares between its sidebar, player and timeline: the paragraphs as they stand on the
 * screen, the one way to change them, and the player. Whoever has it needs neither the draft nor the network.
 */
import type { ParagraphTree } from '@knowreel/shared/video/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import type { Video } from '@knowreel/shared/video/video.wire.ts'
import type { UsedPlayer } from '../use-media-player.ts'

/** A range of article time that is about to be taken out. */
export type TrimRange = { readonly from: Ms; readonly to: Ms }

export type VideoDesk = {
  readonly tree: ParagraphTree
  readonly duration: Ms
  readonly videos: readonly Video[]
  /** Makes a recording known that paragraphs are about to play; the draft's own are known. */
  readonly addVideo: (video: Video) => void
  readonly used: UsedPlayer
  /** The paragraph that is marked in the sidebar and on the timeline; null for none. */
  readonly selectedId: string | null
  readonly select: (id: string | null) => void
  readonly seek: (time: Ms) => void
  /**
   * Changes the paragraphs by a rule of `paragraph-tree.rules.ts`, shows and saves it. A rule that refuses is told in its own
   * words; gives false then.
   */
  readonly change: (rule: (tree: ParagraphTree) => ParagraphTree) => boolean
  /** Null where there is nothing to take back, or to do again. */
  readonly undo: (() => void) | null
  readonly redo: (() => void) | null
  /** Null while nothing is trimmed. */
  readonly trim: TrimRange | null
  readonly setTrim: (range: TrimRange | null) => void
}
