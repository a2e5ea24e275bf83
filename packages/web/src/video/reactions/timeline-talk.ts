/** What a recording is told of the people who talk about it. Whoever has it needs neither comments nor the live line. */
import type { Comment, VideoReaction } from '@knowreel/shared/comment/comment.wire.ts'
import type { Person } from '@knowreel/shared/user/user.calls.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'

type OfferedPlayer = { readonly time: () => Ms; readonly seek: (time: Ms) => unknown }

export type TimelineTalk = {
  /** Long id of the article or draft whose reactions these are. */
  readonly articleId: string
  /** Who may react and comment; null for guests. */
  readonly me: Person | null
  /** What is made here waits for the next publish. */
  readonly isEditing: boolean
  readonly comments: readonly Comment[]
  /** The comment that is looked at elsewhere on the page. */
  readonly activeId: string | null
  /** Told of the player while it is there; what it returns takes that back. */
  readonly onPlayer: (player: OfferedPlayer) => () => void
  readonly onOpenComment: (id: string) => void
  /** A comment is begun about a moment of article time. */
  readonly onComment: (time: Ms, reaction: VideoReaction | null) => void
  /** Where what is on the screen has to be saved first, for the server to know the moment; else left out. */
  readonly whenSaved?: () => Promise<void>
}
