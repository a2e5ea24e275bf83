import type { Article, ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import type { Actor, Member, SignAddress } from '../access/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'

/** A published article that someone sees, with their access to its workspace. */
export type VisibleArticle = {
  readonly id: string
  readonly shortId: string
  readonly companyId: string
  readonly authorId: string | null
  /** Null for a recipient, who learns nothing of the workspace. */
  readonly workspaceId: string | null
  readonly rank: number
  /** They may currently edit articles there. */
  readonly isEditable: boolean
}

/** A published article, locked with its workspace until the transaction ends. */
export type LockedArticle = { readonly id: string; readonly companyId: string; readonly isArchived: boolean }

/**
 * The queries that sharing uses on articles. Articles import sharing, so this is injected when the app is composed,
 * which avoids a circular import.
 */
export type ShareArticles = {
  /** By uuid or short id; null for drafts and for what the actor does not see. */
  readonly findVisible: (db: Db, actor: Actor | null, anyId: string) => Promise<VisibleArticle | null>
  /** The first one in the order of the workspace that is not archived. */
  readonly findFirst: (db: Db, workspaceId: string) => Promise<string | null>
  /** Locks the article during the write. Throws if the actor may not edit it, or if it is gone. */
  readonly withLockedArticle: <Result>(
    db: Db,
    actor: Member,
    articleId: string,
    work: (trx: Trx, article: LockedArticle) => Promise<Result>,
  ) => Promise<Result>
  /** The published article as an outsider reads it; null if it is gone. */
  readonly readPublished: (reading: { db: Db; signAddress: SignAddress }, articleId: string) => Promise<Article | null>
  /** Whether the actor may comment on it, in its workspace or as a recipient. */
  readonly mayComment: (db: Db, actor: Actor, articleId: string) => Promise<boolean>
  /** Those of these articles that are published and not archived, in no particular order. */
  readonly listEntries: (db: Db, articleIds: readonly string[]) => Promise<ArticleTreeEntry[]>
}
