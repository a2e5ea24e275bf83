import type { ArticleSummary } from '@knowreel/shared/article/article.wire.ts'
import type { WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import type { OrderArticle } from '@knowreel/shared/workspace/reconcile-order.rules.ts'
import type { Actor } from '../access/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'

/** The same for everybody who sees the workspace. The texts are JSON in wire format. */
export type WorkspaceTree = {
  readonly revision: number
  readonly orderRevision: number
  readonly order: string
  readonly articles: string
}

/**
 * The functions that workspaces use on articles. Articles import workspaces, so this is injected when the app is
 * composed, which avoids a circular import. All functions mean published articles.
 */
export type WorkspaceArticles = {
  /** One statement with only what the sidebar's tree shows, including archived ones. Throws if the workspace is gone. */
  readonly readTree: (db: Db, workspaceId: string) => Promise<WorkspaceTree>
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
  /** The fields of each article that the order rules use. */
  readonly listOrderArticles: (db: Db, workspaceId: string) => Promise<(OrderArticle & { readonly shortId: string })[]>
  /** Deletes the articles with their drafts; drafts that were never published stay with their authors. */
  readonly deleteArticlesOfWorkspace: (trx: Trx, workspaceId: string, deletedAt: Date) => Promise<void>
}
