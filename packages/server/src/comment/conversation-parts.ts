import type { SignAddress } from '../access/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import type { ConversationArticles } from './conversation-articles.ts'

/** Whom a comment is told to; what is called here writes in the transaction of the comment. */
export type CommentNews = {
  readonly tellOfComment: (trx: Trx, comment: NewsComment & ThreadNews) => Promise<void>
  /** Its words are others now: so may be who is named. */
  readonly tellOfChangedComment: (trx: Trx, comment: NewsComment) => Promise<void>
  readonly withdrawComments: (trx: Trx, commentIds: readonly string[]) => Promise<void>
}

type NewsComment = {
  readonly commentId: string
  readonly articleId: string
  /** Who wrote or changed it, and needs not be told. */
  readonly authorId: string
  readonly mentionedIds: readonly string[]
  /** Its words, of which the beginning is told. */
  readonly plainText: string
}

type ThreadNews = {
  /** Who wrote in the thread before. */
  readonly parentAuthorIds: readonly string[]
}

export type ConversationParts = {
  readonly db: Db
  readonly signAddress: SignAddress
  readonly articles: ConversationArticles
  readonly news: CommentNews
}
