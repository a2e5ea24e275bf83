/**
 * The parent of an article is known only to the order of its workspace, a tree of up to thousands of entries. To avoid
 * walking it for every read, parents are cached by workspace and order revision: a revision never changes, and reading
 * the article returns the current one.
 */
import { parentsOf } from '@knowreel/shared/workspace/order-tree.rules.ts'
import type { Db } from '../../platform/database/db.ts'
import { findOrder } from '../../workspace/index.ts'

export type ArticleParentCache = {
  /** The parent of the article, null at the top level. `standing` is its workspace as just read. */
  find(articleId: string, standing: { id: string; orderRevision: number } | null): Promise<string | null>
}

const maxWorkspaces = 500

type CachedParents = { revision: number; parents: ReadonlyMap<string, string | null> }

export function createArticleParentCache(db: Db): ArticleParentCache {
  const kept = new Map<string, CachedParents>()

  async function read(workspaceId: string): Promise<CachedParents> {
    const found = await findOrder(db, workspaceId)
    const entry = { revision: found?.revision ?? -1, parents: parentsOf(found?.order ?? []) }
    kept.delete(workspaceId)
    kept.set(workspaceId, entry)
    const [oldest] = kept.keys()
    if (kept.size > maxWorkspaces && oldest !== undefined) kept.delete(oldest)
    return entry
  }

  return {
    async find(articleId, standing) {
      if (standing === null) return null
      const known = kept.get(standing.id)
      const { parents } = known?.revision === standing.orderRevision ? known : await read(standing.id)
      return parents.get(articleId) ?? null
    },
  }
}
