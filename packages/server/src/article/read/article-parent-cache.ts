/**
 * The parent of an article is known only to the order of its workspace, a tree of up to thousands of entries. To avoid
 * walking it for every read, parents are cached by workspace and order revision: a revision never changes, and reading
 * the article returns the current one.
 */
import { walkOrder } from '@knowreel/shared/workspace/order-tree.rules.ts'
import { RecentMap } from '../../platform/cache/recent-map.ts'
import type { Db } from '../../platform/database/db.ts'
import { listOrders } from '../../workspace/index.ts'

/** A workspace as just read. */
type OrderedWorkspace = { readonly id: string; readonly orderRevision: number }

/** The parent of an article of one of the workspaces, null at the top level. */
type FindParent = (articleId: string, workspaceId: string) => string | null

export type ArticleParentCache = {
  find(articleId: string, workspace: OrderedWorkspace | null): Promise<string | null>
  /** Reads the orders that are not cached in one statement. */
  load(workspaces: readonly OrderedWorkspace[]): Promise<FindParent>
}

/** About 100 bytes each. */
const maxArticles = 200_000

type CachedParents = { readonly revision: number; readonly parents: ReadonlyMap<string, string> }

export function createArticleParentCache(db: Db): ArticleParentCache {
  const kept = new RecentMap<string, CachedParents>(maxArticles, ({ parents }) => parents.size + 1)

  async function load(workspaces: readonly OrderedWorkspace[]): Promise<FindParent> {
    const loaded = new Map<string, ReadonlyMap<string, string>>()
    const missing = new Set<string>()
    for (const { id, orderRevision } of workspaces) {
      const known = kept.get(id)
      if (known?.revision === orderRevision) loaded.set(id, known.parents)
      else missing.add(id)
    }
    for (const { id, order, revision } of missing.size === 0 ? [] : await listOrders(db, [...missing])) {
      const parents = new Map<string, string>()
      for (const { id: articleId, parentId } of walkOrder(order))
        if (parentId !== null) parents.set(articleId, parentId)
      kept.set(id, { revision, parents })
      loaded.set(id, parents)
    }
    return (articleId, workspaceId) => loaded.get(workspaceId)?.get(articleId) ?? null
  }

  return {
    load,
    async find(articleId, workspace) {
      if (workspace === null) return null
      return (await load([workspace]))(articleId, workspace.id)
    },
  }
}
