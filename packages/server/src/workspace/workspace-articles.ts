import type { ArticleSummary, ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import type { WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
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
  /**
   * Shared with the actor by name and not to be seen otherwise, newest first: all of their company, or those of one
   * workspace.
   */
  readonly listSharedArticles: (
    db: Db,
    actor: Actor | null,
    workspaceId: string | null,
  ) => Promise<{ articles: ArticleSummary[]; isTruncated: boolean }>
  /** By long or short id; null where nothing in it is shared with the actor by name. */
  readonly findSharedWorkspace: (
    db: Db,
    actor: Actor,
    anyId: string,
  ) => Promise<{ readonly id: string; readonly visibility: WorkspaceVisibility } | null>
  /** Not archived. */
  readonly countArticles: (db: Db, workspaceId: string) => Promise<number>
  /** What the rules of the order have to know of each article. */
  readonly listOrderArticles: (db: Db, workspaceId: string) => Promise<(OrderArticle & { readonly shortId: string })[]>
  /** Deletes the articles with their drafts; drafts that never were published stay with their authors. */
  readonly deleteArticlesOfWorkspace: (trx: Trx, workspaceId: string, deletedAt: Date) => Promise<void>
}
