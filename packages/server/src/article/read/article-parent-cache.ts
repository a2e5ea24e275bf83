/**
 * The parent of an article is known only to the order of its workspace, a tree of up to thousands of entries. To avoid
 * walking it for every read, parents are cached by workspace and order revision: a revision never changes, and reading
 * the article returns the current one.
 */
import { parentsOf } from '@knowreel/shared/workspace/order-tree.rules.ts'
import { RecentMap } from '../../platform/cache/recent-map.ts'
import type { Db } from '../../platform/database/db.ts'
import { findOrder } from '../../workspace/index.ts'

export type ArticleParentCache = {
  /** The parent of the article, null at the top level. `workspace` is its workspace as just read. */
  find(articleId: string, workspace: { id: string; orderRevision: number } | null): Promise<string | null>
}

const maxWorkspaces = 500

type CachedParents = { revision: number; parents: ReadonlyMap<string, string | null> }

export function createArticleParentCache(db: Db): ArticleParentCache {
  const kept = new RecentMap<string, CachedParents>(maxWorkspaces)

  async function read(workspaceId: string): Promise<CachedParents> {
    const found = await findOrder(db, workspaceId)
    const entry = { revision: found?.revision ?? -1, parents: parentsOf(found?.order ?? []) }
    kept.set(workspaceId, entry)
    return entry
  }

  return {
    async find(articleId, workspace) {
      if (workspace === null) return null
      const known = kept.get(workspace.id)
      const { parents } = known?.revision === workspace.orderRevision ? known : await read(workspace.id)
      return parents.get(articleId) ?? null
    },
  }
}
