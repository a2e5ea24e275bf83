import type { ArticleSummary, ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import type { WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import type { OrderArticle } from '@knowreel/shared/workspace/reconcile-order.rules.ts'
import type { Actor } from '../access/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'

/**
 * The functions that workspaces use on articles. Articles import workspaces, so this is injected when the app is
 * composed, which avoids a circular import. All functions mean published articles.
 */
export type WorkspaceArticles = {
  /** One statement with only what the sidebar's tree shows, including archived ones. */
  readonly listTreeEntries: (db: Db, workspaceId: string) => Promise<ArticleTreeEntry[]>
  readonly listWorkspaceArticles: (
    db: Db,
    actor: Actor | null,
    workspaceId: string,
  ) => Promise<{ articles: ArticleSummary[]; isTruncated: boolean }>
  /**
   * Shared with the actor by name and not visible otherwise, newest first: all in their company, or those of one
   * workspace.
   */
  readonly listSharedArticles: (
    db: Db,
    actor: Actor | null,
    workspaceId: string | null,
  ) => Promise<{ articles: ArticleSummary[]; isTruncated: boolean }>
  /** By uuid or short id; null if nothing in it is shared with the actor by name. */
  readonly findSharedWorkspace: (
    db: Db,
    actor: Actor,
    anyId: string,
  ) => Promise<{ readonly id: string; readonly visibility: WorkspaceVisibility } | null>
  /** Excludes archived ones. */
  readonly countArticles: (db: Db, workspaceId: string) => Promise<number>
  /** The fields of each article that the order rules use. */
  readonly listOrderArticles: (db: Db, workspaceId: string) => Promise<(OrderArticle & { readonly shortId: string })[]>
  /** Deletes the articles with their drafts; drafts that were never published stay with their authors. */
  readonly deleteArticlesOfWorkspace: (trx: Trx, workspaceId: string, deletedAt: Date) => Promise<void>
}
