/** The order after an article is duplicated or merged into another. Pure. */
import { findEntry, insertEntry, orderIds, parentOf, removeSubtree } from './order-tree.rules.ts'
import type { OrderEntry } from './order-tree.ts'

const siblingsOf = (order: readonly OrderEntry[], parentId: string | null): readonly OrderEntry[] =>
  parentId === null ? order : (findEntry(order, parentId)?.items ?? [])

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

export type Merged = {
  readonly leftId: string
  readonly targetId: string
  /** Only a text article can have sub-articles; otherwise they go after it. */
  readonly mayContain: boolean
}

/**
 * The order of one workspace after the left article was merged into the target. Its sub-articles go under the target;
 * the branch that contains the target takes the left article's position.
 */
export function mergeInOrder(order: readonly OrderEntry[], { leftId, targetId, mayContain }: Merged): OrderEntry[] {
  const left = findEntry(order, leftId)
  if (left === null) return [...order]
  const branch = left.items.find((entry) => orderIds([entry]).includes(targetId))
  if (branch === undefined) return putUnder(removeSubtree(order, leftId), left.items, { leftId, targetId, mayContain })
  const parentId = parentOf(order, leftId)
  const index = siblingsOf(order, parentId).findIndex(({ value }) => value === leftId)
  const without = insertEntry(removeSubtree(order, leftId), branch, { parentId, index })
  const others = left.items.filter((entry) => entry !== branch)
  return putUnder(without, others, { leftId, targetId, mayContain })
}

/** The same between two workspaces: the orders of the left article's and of the target's workspace. */
export function mergeBetweenOrders(
  from: readonly OrderEntry[],
  to: readonly OrderEntry[],
  merged: Merged,
): { from: OrderEntry[]; to: OrderEntry[] } {
  const left = findEntry(from, merged.leftId)
  return { from: removeSubtree(from, merged.leftId), to: putUnder(to, left?.items ?? [], merged) }
}

function putUnder(order: readonly OrderEntry[], entries: readonly OrderEntry[], { targetId, mayContain }: Merged) {
  if (findEntry(order, targetId) === null) return [...order, ...entries]
  if (mayContain) return entries.reduce((tree, entry) => insertLast(tree, entry, targetId), [...order])
  return entries.toReversed().reduce((tree, entry) => insertAfter(tree, entry, targetId), [...order])
}
