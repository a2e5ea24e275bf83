import type { ArticleSummary, ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import type { OrderArticle } from '@knowreel/shared/workspace/settle-order.rules.ts'
import type { Actor } from '../access/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'

/**
 * What workspaces need of articles. Articles know their workspace, so this is handed in when the house is put together:
 * the other way round the two features would import each other. All of them mean published articles.
 */
export type WorkspaceArticles = {
  /** One statement, only what the sidebar's tree shows, archived ones too. */
  readonly listTreeEntries: (db: Db, workspaceId: string) => Promise<ArticleTreeEntry[]>
  readonly listWorkspaceArticles: (
    db: Db,
    actor: Actor | null,
    workspaceId: string,
  ) => Promise<{ articles: ArticleSummary[]; isTruncated: boolean }>
  /** Not archived. */
  readonly countArticles: (db: Db, workspaceId: string) => Promise<number>
  /** What the rules of the order have to know of each article. */
  readonly listOrderArticles: (db: Db, workspaceId: string) => Promise<(OrderArticle & { readonly shortId: string })[]>
  /** Deletes the articles with their drafts; drafts that never were published stay with their authors. */
  readonly deleteArticlesOfWorkspace: (trx: Trx, workspaceId: string, deletedAt: Date) => Promise<void>
}
