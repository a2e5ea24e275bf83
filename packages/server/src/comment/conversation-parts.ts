import type { SignAddress } from '../access/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import type { ConversationArticles } from './conversation-articles.ts'

/** Whom a comment is told to; what is called here writes in the transaction of the comment. */
export type CommentNews = {
  tellOfComment(
    trx: Trx,
    comment: {
      readonly commentId: string
      readonly articleId: string
      readonly authorId: string
      /** People named in it for the first time. */
      readonly mentionedIds: readonly string[]
      /** Who wrote in the thread before; nobody for a change of a comment. */
      readonly parentAuthorIds: readonly string[]
    },
  ): Promise<void>
  withdrawComment(trx: Trx, commentId: string): Promise<void>
}

export type ConversationParts = {
  readonly db: Db
  readonly signAddress: SignAddress
  readonly articles: ConversationArticles
  readonly news: CommentNews | null
}
