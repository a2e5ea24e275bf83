/**
 * The comments and reactions of a recording. Components that use it depend on neither comments nor the live
 * socket.
 */
import type { Comment, VideoReaction } from '@knowreel/shared/comment/comment.wire.ts'
import type { Person } from '@knowreel/shared/user/user.calls.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'

type SeekablePlayer = { readonly time: () => Ms; readonly seek: (time: Ms) => unknown }

export type CommentsAndReactions = {
  /** Long id of the article or draft that the reactions belong to. */
  readonly articleId: string
  /** The person who may react and comment; null for guests. */
  readonly me: Person | null
  /** Reactions and comments made here wait for the next publish. */
  readonly isEditing: boolean
  readonly comments: readonly Comment[]
  /** The comment open elsewhere on the page. */
  readonly activeId: string | null
  /** Called while a player exists; the returned function unregisters it. */
  readonly onPlayer: (player: SeekablePlayer) => () => void
  readonly onOpenComment: (id: string) => void
  /** Starts a comment on a moment of article time. */
  readonly onComment: (time: Ms, reaction: VideoReaction | null) => void
  /**
   * Resolves once the displayed paragraphs are saved, which the server needs to know the moment; omitted if nothing
   * must be saved first.
   */
  readonly whenSaved?: () => Promise<void>
}
