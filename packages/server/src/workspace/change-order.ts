/**
 * How articles change the order of their workspace. Every function holds the workspace until the transaction ends, so
 * changes of one order follow one another, and gives the order that stands then.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import {
  findEntry,
  insertEntry,
  insertOnTop,
  isSameOrder,
  liftUnarchived,
  removeEntries,
  removeSubtree,
} from '@knowreel/shared/workspace/order-tree.rules.ts'
import {
  insertBehind,
  mergeBetweenOrders,
  mergeInOrder,
  type Merged,
} from '@knowreel/shared/workspace/merge-order.rules.ts'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import type { Trx } from '../platform/database/db.ts'
import { loadWorkspaceForWrite } from './load-for-write.ts'
import { lockWorkspaces, updateOrder, type LockedWorkspace } from './workspace.queries.ts'

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
 * Where a newly published article goes: first of its level. A parent that is not in the order means the top level; an
 * article that is there already stays. Whether the parent may hold others is for the caller to know.
 */
export const placeArticleOnTop = (
  trx: Trx,
  workspaceId: string,
  articleId: string,
  parentId: string | null,
): Promise<OrderEntry[]> =>
  changeOrder(trx, workspaceId, (order) =>
    findEntry(order, articleId) === null ? insertOnTop(order, articleId, parentId) : order,
  )

/** Puts an article right behind another one; on top where there is none. */
export const placeBehind = (
  trx: Trx,
  workspaceId: string,
  articleId: string,
  siblingId: string | null,
): Promise<OrderEntry[]> =>
  changeOrder(trx, workspaceId, (order) =>
    siblingId === null
      ? insertOnTop(order, articleId)
      : insertBehind(order, { value: articleId, items: [] }, siblingId),
  )

/** Puts an article last of its level; one that is in the order already stays where it is. */
export const placeLast = (
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

/** The left article leaves the order, and what stands under it goes to the target's. Gives the order of the target. */
export async function mergeInOrders(
  trx: Trx,
  { fromId, toId, ...merged }: Merged & { readonly fromId: string; readonly toId: string },
): Promise<OrderEntry[]> {
  if (fromId === toId) return changeOrder(trx, toId, (order) => mergeInOrder(order, merged))
  const { from, to } = await lockBoth(trx, fromId, toId)
  const orders = mergeBetweenOrders(from.order, to.order, merged)
  await saveChange(trx, from, () => orders.from)
  return saveChange(trx, to, () => orders.to)
}

/** Takes exactly these articles out; what stands under one of them takes its place. */
export const removeFromOrder = (trx: Trx, workspaceId: string, articleIds: readonly string[]): Promise<OrderEntry[]> =>
  changeOrder(trx, workspaceId, (order) => removeEntries(order, articleIds))

/** After unarchiving: an article whose parent is still archived comes to the top level. */
export const liftUnarchivedInOrder = (
  trx: Trx,
  workspaceId: string,
  articleIds: readonly string[],
  isArchived: (articleId: string) => boolean,
): Promise<OrderEntry[]> => changeOrder(trx, workspaceId, (order) => liftUnarchived(order, articleIds, isArchived))

/** Takes the article with all under it out of one workspace and puts it on top of the other. */
export async function moveBetweenOrders(
  trx: Trx,
  { articleId, fromId, toId }: { articleId: string; fromId: string; toId: string },
): Promise<{ from: OrderEntry[]; to: OrderEntry[] }> {
  const { from, to } = await lockBoth(trx, fromId, toId)
  const entry = findEntry(from.order, articleId) ?? { value: articleId, items: [] }
  return {
    from: await saveChange(trx, from, (order) => removeSubtree(order, articleId)),
    to: await saveChange(trx, to, (order) => insertEntry(order, entry, { parentId: null, index: 0 })),
  }
}

/** Both at once and always in the same sequence: two moves in opposite directions must not wait for one another. */
async function lockBoth(trx: Trx, fromId: string, toId: string) {
  const locked = await lockWorkspaces(trx, [fromId, toId])
  const from = locked.find(({ id }) => id === fromId)
  const to = locked.find(({ id }) => id === toId)
  if (from === undefined || to === undefined) throw new AppError('workspace_not_found')
  return { from, to }
}
