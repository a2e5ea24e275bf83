import type { LiveSubject } from '@knowreel/shared/notification/live.protocol.ts'
import type { SignAddress } from '../../access/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { emitLive } from '../../platform/database/live-events.ts'
import type { ConversationArticles } from './conversation-articles.ts'

type Told = {
  readonly commentId: string
  readonly articleId: string
  readonly authorId: string
  readonly mentionedIds: readonly string[]
  /** The text without tags. */
  readonly plainText: string
}

/** Hooks for notifications; they write in the transaction of the comment. */
export type CommentNews = {
  /** `parentAuthorIds`: people who wrote in the thread before. */
  readonly tellOfComment: (trx: Trx, comment: Told & { readonly parentAuthorIds: readonly string[] }) => Promise<void>
  readonly tellOfChangedComment: (trx: Trx, comment: Told) => Promise<void>
  readonly withdrawComments: (trx: Trx, commentIds: readonly string[]) => Promise<void>
}

export type ConversationParts = {
  readonly db: Db
  readonly signAddress: SignAddress
  readonly articles: ConversationArticles
  readonly news: CommentNews
}

/** Makes pages that show one of these articles or drafts reload, after the transaction commits. */
export async function tellPages(trx: Trx, rowIds: readonly string[], ...subjects: LiveSubject[]): Promise<void> {
  for (const type of subjects) await emitLive(trx, { type, keys: rowIds })
}
