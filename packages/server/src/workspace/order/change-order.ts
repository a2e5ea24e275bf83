/**
 * Changes that articles make to the order of their workspace. Every function locks the workspace until the transaction
 * ends, so changes of one order are serialised, and returns the new order.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import {
  findEntry,
  insertEntry,
  insertFirst,
  isSameOrder,
  moveUnarchivedToTop,
  removeEntries,
  removeSubtree,
  mapOrderIds,
  putBack,
  type OrderPlace,
} from '@knowreel/shared/workspace/order-tree.rules.ts'
import {
  insertAfter,
  mergeBetweenOrders,
  mergeWithinOrder,
  type ArticleMerge,
} from '@knowreel/shared/workspace/merge-order.rules.ts'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import type { Trx, Db } from '../../platform/database/db.ts'
import { loadWorkspaceForWrite, requireNotArchived } from '../load-for-write.ts'
import { lockWorkspaces, updateOrder, type LockedWorkspace, setLastActivity } from '../workspace.queries.ts'
import { reconcileOrder } from '@knowreel/shared/workspace/reconcile-order.rules.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { WorkspaceArticles } from '../workspace-articles.ts'

async function changeOrder(
  trx: Trx,
  workspaceId: string,
  change: (order: OrderEntry[]) => OrderEntry[],
): Promise<OrderEntry[]> {
  return saveChange(trx, await loadWorkspaceForWrite(trx, workspaceId), change)
}

async function saveChange(trx: Trx, workspace: LockedWorkspace, change: (order: OrderEntry[]) => OrderEntry[]) {
  const order = change(workspace.order)
  if (!isSameOrder(order, workspace.order)) await updateOrder(trx, workspace.id, order)
  return order
}

/**
 * Puts a newly published article first on its level. A parent that is not in the order, or is on its deepest level, means
 * the top level; an article that is already in the order stays. The caller checks whether the parent may have
 * sub-articles.
 */
export const insertArticleFirst = (
  trx: Trx,
  workspaceId: string,
  articleId: string,
  parentId: string | null,
): Promise<OrderEntry[]> =>
  changeOrder(trx, workspaceId, (order) =>
    findEntry(order, articleId) === null ? insertFirst(order, articleId, parentId) : order,
  )

/** Puts an article directly behind another one, or at the top if that one is missing. */
export const insertArticleAfter = (
  trx: Trx,
  workspaceId: string,
  articleId: string,
  siblingId: string | null,
): Promise<OrderEntry[]> =>
  changeOrder(trx, workspaceId, (order) =>
    siblingId === null ? insertFirst(order, articleId) : insertAfter(order, { value: articleId, items: [] }, siblingId),
  )

/** Puts an article last on its level; one that is already in the order stays where it is. */
export const insertArticleLast = (
  trx: Trx,
  workspaceId: string,
  articleId: string,
  parentId: string | null,
): Promise<OrderEntry[]> =>
  changeOrder(trx, workspaceId, (order) =>
    findEntry(order, articleId) === null
      ? insertEntry(order, { value: articleId, items: [] }, { parentId, index: Number.MAX_SAFE_INTEGER })
      : order,
  )

/**
 * Removes the left article from its order and moves its sub-articles to the target's order. Returns the order of the
 * target.
 */
export async function mergeOrders(
  trx: Trx,
  { fromId, toId, ...merged }: ArticleMerge & { readonly fromId: string; readonly toId: string },
): Promise<OrderEntry[]> {
  if (fromId === toId) return changeOrder(trx, toId, (order) => mergeWithinOrder(order, merged))
  const { from, to } = await lockTwoWorkspaces(trx, fromId, toId)
  const orders = mergeBetweenOrders(from.order, to.order, merged)
  await saveChange(trx, from, () => orders.from)
  return saveChange(trx, to, () => orders.to)
}

/** Removes exactly these articles; the sub-articles of each take its position. */
export const removeFromOrder = (trx: Trx, workspaceId: string, articleIds: readonly string[]): Promise<OrderEntry[]> =>
  changeOrder(trx, workspaceId, (order) => removeEntries(order, articleIds))

/** Puts a restored article with all under it back where it was, as far as possible. */
export const putBackInOrder = (
  trx: Trx,
  workspaceId: string,
  entry: OrderEntry,
  place: OrderPlace,
): Promise<OrderEntry[]> => changeOrder(trx, workspaceId, (order) => putBack(order, entry, place))

/** After unarchiving: an article whose parent is still archived moves to the top level. */
export const moveOrphansToTop = (
  trx: Trx,
  workspaceId: string,
  articleIds: readonly string[],
  isArchived: (articleId: string) => boolean,
): Promise<OrderEntry[]> => changeOrder(trx, workspaceId, (order) => moveUnarchivedToTop(order, articleIds, isArchived))

/** Moves the article with its sub-articles from one workspace to the top of the other. */
export async function moveBetweenOrders(
  trx: Trx,
  { articleId, fromId, toId }: { articleId: string; fromId: string; toId: string },
): Promise<{ from: OrderEntry[]; to: OrderEntry[] }> {
  const { from, to } = await lockTwoWorkspaces(trx, fromId, toId)
  const entry = findEntry(from.order, articleId) ?? { value: articleId, items: [] }
  return {
    from: await saveChange(trx, from, (order) => removeSubtree(order, articleId)),
    to: await saveChange(trx, to, (order) => insertEntry(order, entry, { parentId: null, index: 0 })),
  }
}

/**
 * Locks both in one statement and always in the same order, so that two moves in opposite directions cannot deadlock.
 */
async function lockTwoWorkspaces(trx: Trx, fromId: string, toId: string) {
  const locked = await lockWorkspaces(trx, [fromId, toId])
  const from = locked.find(({ id }) => id === fromId)
  const to = locked.find(({ id }) => id === toId)
  if (from === undefined || to === undefined) throw new AppError('workspace_not_found')
  return { from, to }
}

type RequestedOrder = {
  order: OrderEntry[]
  /** Revision that the new order is based on; if omitted, it is applied to any current order. */
  baseRevision?: number | undefined
}

/** Saves the tree of articles after applying the order rules. Idempotent. */
export async function saveArticleOrder(
  db: Db,
  workspaceId: string,
  { order, baseRevision }: RequestedOrder,
  { listOrderArticles }: Pick<WorkspaceArticles, 'listOrderArticles'>,
): Promise<void> {
  await runTransaction(db, async (trx) => {
    const workspace = await loadWorkspaceForWrite(trx, workspaceId)
    requireNotArchived(workspace)
    const articles = await listOrderArticles(trx, workspaceId)
    const longIds = new Map(articles.map(({ id, shortId }) => [shortId, id]))
    const wanted = mapOrderIds(order, (id) => longIds.get(id) ?? id.toLowerCase())
    const settled = reconcileOrder(wanted, { articles, former: workspace.order })
    if (isSameOrder(settled, workspace.order)) return
    if (baseRevision !== undefined && baseRevision !== workspace.orderRevision) {
      throw new AppError('order_changed', { facts: { order: workspace.order, orderRevision: workspace.orderRevision } })
    }
    await updateOrder(trx, workspaceId, settled)
    await setLastActivity(trx, workspaceId)
  })
}
