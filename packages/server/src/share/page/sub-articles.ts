/** The current sub-articles of the shared article: the link stores nothing of the tree. */
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import { findEntry, walkOrder } from '@knowreel/shared/workspace/order-tree.rules.ts'
import type { Db } from '../../platform/database/db.ts'
import { findOrder } from '../../workspace/index.ts'
import type { OpenLink } from '../link/link.queries.ts'
import type { ShareArticles } from '../share-articles.ts'

type Dependencies = { readonly db: Db; readonly articles: Pick<ShareArticles, 'listEntries'> }
export type SubArticle = ArticleTreeEntry & { readonly parentId: string | null }

const maxListed = 1000

/** In the order of the workspace, parents before their children; empty if the link does not include them. */
export async function listSubArticles({ db, articles }: Dependencies, link: OpenLink): Promise<SubArticle[]> {
  const positions = await listTreePositions(db, link)
  if (positions.length === 0) return []
  const entries = await articles.listEntries(
    db,
    positions.map(({ id }) => id),
  )
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const shown = new Set([link.articleId])
  const found: SubArticle[] = []
  for (const { id, parentId } of positions) {
    const entry = byId.get(id)
    // Sub-articles of an archived article are not reachable from the shared one.
    if (entry === undefined || parentId === null || !shown.has(parentId)) continue
    shown.add(id)
    found.push({ ...entry, parentId })
  }
  return found
}

export async function isSubArticle(dependencies: Dependencies, link: OpenLink, articleId: string): Promise<boolean> {
  return (await listSubArticles(dependencies, link)).some(({ id }) => id === articleId)
}

async function listTreePositions(db: Db, { isWithSubArticles, articleId, workspace, kind }: OpenLink) {
  if (!isWithSubArticles || kind === 'private') return []
  const order = (await findOrder(db, workspace.id))?.order ?? []
  const root = findEntry(order, articleId)
  if (root === null) return []
  return Array.from(walkOrder([root]), ({ id, parentId }) => ({ id, parentId })).slice(1, maxListed + 1)
}
