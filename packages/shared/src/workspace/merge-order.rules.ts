/** The order after an article is duplicated or merged into another. Pure. */
import { findEntry, insertEntry, orderIds, parentOf, removeSubtree, siblingsOf } from './order-tree.rules.ts'
import type { OrderEntry } from './order-tree.ts'

/** A copy with the entry directly after this sibling; at the top if the sibling is not in the order. */
export function insertAfter(order: readonly OrderEntry[], entry: OrderEntry, siblingId: string): OrderEntry[] {
  const parentId = parentOf(order, siblingId)
  const index = siblingsOf(order, parentId).findIndex(({ value }) => value === siblingId) + 1
  return insertEntry(order, entry, { parentId, index })
}

/** A copy with the entry last among the parent's children. */
function insertLast(order: readonly OrderEntry[], entry: OrderEntry, parentId: string): OrderEntry[] {
  return insertEntry(order, entry, { parentId, index: siblingsOf(order, parentId).length })
}

export type ArticleMerge = {
  readonly leftId: string
  readonly targetId: string
  /** Only a text article can have sub-articles; otherwise they go after it. */
  readonly canHaveChildren: boolean
}

/**
 * The order of one workspace after the left article was merged into the target. Its sub-articles go under the target;
 * the branch that contains the target takes the left article's position.
 */
export function mergeWithinOrder(
  order: readonly OrderEntry[],
  { leftId, targetId, canHaveChildren }: ArticleMerge,
): OrderEntry[] {
  const left = findEntry(order, leftId)
  if (left === null) return [...order]
  const branch = left.items.find((entry) => orderIds([entry]).includes(targetId))
  if (branch === undefined)
    return insertUnder(removeSubtree(order, leftId), left.items, { leftId, targetId, canHaveChildren })
  const parentId = parentOf(order, leftId)
  const index = siblingsOf(order, parentId).findIndex(({ value }) => value === leftId)
  const without = insertEntry(removeSubtree(order, leftId), branch, { parentId, index })
  const others = left.items.filter((entry) => entry !== branch)
  return insertUnder(without, others, { leftId, targetId, canHaveChildren })
}

/** The same between two workspaces: the orders of the left article's and of the target's workspace. */
export function mergeBetweenOrders(
  from: readonly OrderEntry[],
  to: readonly OrderEntry[],
  merged: ArticleMerge,
): { from: OrderEntry[]; to: OrderEntry[] } {
  const left = findEntry(from, merged.leftId)
  return { from: removeSubtree(from, merged.leftId), to: insertUnder(to, left?.items ?? [], merged) }
}

function insertUnder(
  order: readonly OrderEntry[],
  entries: readonly OrderEntry[],
  { targetId, canHaveChildren }: ArticleMerge,
) {
  if (findEntry(order, targetId) === null) return [...order, ...entries]
  if (canHaveChildren) return entries.reduce((tree, entry) => insertLast(tree, entry, targetId), [...order])
  return entries.toReversed().reduce((tree, entry) => insertAfter(tree, entry, targetId), [...order])
}
