import type { Article, ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import type { Actor, Member, SignAddress } from '../access/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'

/** A published article that somebody sees, and how they stand to the workspace it is in. */
export type SeenArticle = {
  readonly id: string
  readonly shortId: string
  readonly companyId: string
  readonly authorId: string | null
  readonly rank: number
  /** They may edit articles there now. */
  readonly isEditable: boolean
}

/** A published article that is held, with its workspace, until the transaction ends. */
export type HeldArticle = { readonly id: string; readonly companyId: string; readonly isArchived: boolean }

/**
 * What sharing needs of articles. Articles know their shares, so this is handed in when the house is put together: the
 * other way round the two features would import each other.
 */
export type ShareArticles = {
  /** By long or short id; null for drafts and for what the actor does not see. */
  readonly findSeen: (db: Db, actor: Actor | null, anyId: string) => Promise<SeenArticle | null>
  /** The first one in the order of the workspace that is not archived. */
  readonly findFirst: (db: Db, workspaceId: string) => Promise<string | null>
  /** Holds the article while it is written about. Throws where the actor may not edit it, or it is gone. */
  readonly inPlace: <Result>(
    db: Db,
    actor: Member,
    articleId: string,
    work: (trx: Trx, article: HeldArticle) => Promise<Result>,
  ) => Promise<Result>
  /** The published article as somebody reads it who has nothing to do with its company; null when it is gone. */
  readonly show: (reading: { db: Db; signAddress: SignAddress }, articleId: string) => Promise<Article | null>
  /** Of these the published ones that are not archived, in no order. */
  readonly listEntries: (db: Db, articleIds: readonly string[]) => Promise<ArticleTreeEntry[]>
}
