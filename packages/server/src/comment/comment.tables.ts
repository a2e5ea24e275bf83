import type { CommentQuote, ReactionEmoji } from '@knowreel/shared/comment/comment.wire.ts'
import type { ColumnType, Generated } from 'kysely'

/** Position in a recording; times in ms. */
type AnchorColumns<Absent> = {
  anchor_paragraph_id: string | Absent
  anchor_video_id: string | Absent
  anchor_video_time: number | Absent
  anchor_time: number | Absent
}

export type CommentsTable = AnchorColumns<null> & {
  id: string
  article_id: string
  client_id: string | null
  parent_id: string | null
  author_id: string | null
  content: string
  plain_text: string
  quote: ColumnType<CommentQuote | null, string | null, string | null>
  created_at: Generated<Date>
  edited_at: Date | null
  edited_by_id: string | null
  resolved_at: Date | null
  resolved_by_id: string | null
}

export type CommentEditsTable = {
  id: string
  comment_id: string
  content: string
  edited_by_id: string | null
  edited_at: Date
}

export type CommentReactionsTable = {
  comment_id: string
  content: string
  user_id: string
  created_at: Generated<Date>
}

export type ArticleReactionsTable = AnchorColumns<never> & {
  id: string
  article_id: string
  comment_id: string | null
  client_id: string | null
  author_id: string | null
  icon: ReactionEmoji
  created_at: Generated<Date>
}

declare module '../platform/database/db.ts' {
  interface Tables {
    comments: CommentsTable
    comment_edits: CommentEditsTable
    comment_reactions: CommentReactionsTable
    article_reactions: ArticleReactionsTable
  }
}
