import type { LiveSubject } from '@knowreel/shared/notification/live.protocol.ts'
import type { SignAddress } from '../../access/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { emitLive } from '../../platform/database/live-events.ts'
import type { CommentArticles } from './comment-articles.ts'

type NotifiedComment = {
  readonly commentId: string
  readonly articleId: string
  readonly authorId: string
  readonly mentionedIds: readonly string[]
  /** The text without tags. */
  readonly plainText: string
}

/** Hooks for notifications; they write in the transaction of the comment. */
export type CommentNotifier = {
  /** `parentAuthorIds`: people who wrote in the thread before. */
  readonly notifyOfComment: (
    trx: Trx,
    comment: NotifiedComment & { readonly parentAuthorIds: readonly string[] },
  ) => Promise<void>
  readonly notifyOfChangedComment: (trx: Trx, comment: NotifiedComment) => Promise<void>
  readonly withdrawComments: (trx: Trx, commentIds: readonly string[]) => Promise<void>
}

export type CommentDependencies = {
  readonly db: Db
  readonly signAddress: SignAddress
  readonly articles: CommentArticles
  readonly notifier: CommentNotifier
}

/** Makes pages that show one of these articles or drafts reload, after the transaction commits. */
export async function notifyPages(trx: Trx, rowIds: readonly string[], ...subjects: LiveSubject[]): Promise<void> {
  for (const type of subjects) await emitLive(trx, { type, keys: rowIds })
}
