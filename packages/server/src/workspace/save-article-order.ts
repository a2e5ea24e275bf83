import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isSameOrder, renameEntries } from '@knowreel/shared/workspace/order-tree.rules.ts'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import { settleOrder } from '@knowreel/shared/workspace/settle-order.rules.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { loadWorkspaceForWrite, requireNotArchived } from './load-for-write.ts'
import type { WorkspaceArticles } from './workspace-articles.ts'
import { setLastActivity, updateOrder } from './workspace.queries.ts'

type OrderWish = {
  order: OrderEntry[]
  /** Revision the wish was made from; with none the wish is laid over whatever there is. */
  baseRevision?: number | undefined
}

/** Saves the tree of articles as the rules of the order allow it. A repeated save is harmless. */
export async function saveArticleOrder(
  db: Db,
  workspaceId: string,
  { order, baseRevision }: OrderWish,
  { listOrderArticles }: Pick<WorkspaceArticles, 'listOrderArticles'>,
): Promise<void> {
  await runTransaction(db, async (trx) => {
    const workspace = await loadWorkspaceForWrite(trx, workspaceId)
    requireNotArchived(workspace)
    const articles = await listOrderArticles(trx, workspaceId)
    const longIds = new Map(articles.map(({ id, shortId }) => [shortId, id]))
    const wanted = renameEntries(order, (id) => longIds.get(id) ?? id.toLowerCase())
    const settled = settleOrder(wanted, { articles, former: workspace.order })
    if (isSameOrder(settled, workspace.order)) return
    if (baseRevision !== undefined && baseRevision !== workspace.orderRevision) {
      throw new AppError('order_changed', { facts: { order: workspace.order, orderRevision: workspace.orderRevision } })
    }
    await updateOrder(trx, workspaceId, settled)
    await setLastActivity(trx, workspaceId)
  })
}
