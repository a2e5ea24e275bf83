/** Pure rules of the order of a workspace's articles. Nothing recurses, so an order of any depth is safe. */
import { AppError } from '../error/app-error.ts'
import { maxOrderDepth, type OrderEntry } from './order-tree.ts'

/** Position of an entry; depth 1 is the top level. */
export type OrderPosition = { readonly id: string; readonly parentId: string | null; readonly depth: number }

/** Every entry with its position: parents before children, siblings in order. */
export function* walkOrder(order: readonly OrderEntry[]): Generator<OrderPosition & { readonly entry: OrderEntry }> {
  const path: { entries: readonly OrderEntry[]; next: number; parentId: string | null }[] = [
    { entries: order, next: 0, parentId: null },
  ]
  for (let level = path.at(-1); level !== undefined; level = path.at(-1)) {
    const entry = level.entries[level.next++]
    if (entry === undefined) {
      path.pop()
      continue
    }
    yield { id: entry.value, parentId: level.parentId, depth: path.length, entry }
    if (entry.items.length > 0) path.push({ entries: entry.items, next: 0, parentId: entry.value })
  }
}

/** Builds the tree from positions in which parents precede their children. Depths are ignored. */
export function treeFromPositions(
  positions: Iterable<{ readonly id: string; readonly parentId: string | null }>,
): OrderEntry[] {
  const top: OrderEntry[] = []
  const entries = new Map<string, OrderEntry>()
  for (const { id, parentId } of positions) {
    const entry: OrderEntry = { value: id, items: [] }
    entries.set(id, entry)
    const siblings = parentId === null ? top : entries.get(parentId)?.items
    if (siblings === undefined) throw new Error(`The parent ${parentId} does not come before its child`)
    siblings.push(entry)
  }
  return top
}

/** A copy with other ids, for converting short ids to uuids. */
export function mapOrderIds(order: readonly OrderEntry[], rename: (id: string) => string): OrderEntry[] {
  const top: OrderEntry[] = []
  const levels: OrderEntry[][] = [top]
  for (const { id, depth } of walkOrder(order)) {
    levels.length = depth
    const entry: OrderEntry = { value: rename(id), items: [] }
    levels.at(-1)?.push(entry)
    levels.push(entry.items)
  }
  return top
}

export function findEntry(order: readonly OrderEntry[], id: string): OrderEntry | null {
  return findPosition(order, id)?.entry ?? null
}

function findPosition(order: readonly OrderEntry[], id: string) {
  for (const position of walkOrder(order)) if (position.id === id) return position
  return null
}

/** The parent of an article; null at the top level and for an article that is not in the order. */
export function parentOf(order: readonly OrderEntry[], id: string): string | null {
  return findPosition(order, id)?.parentId ?? null
}

/** The parents of all entries, for repeated lookups. */
export function parentsOf(order: readonly OrderEntry[]): Map<string, string | null> {
  const parents = new Map<string, string | null>()
  for (const { id, parentId } of walkOrder(order)) parents.set(id, parentId)
  return parents
}

/** The entries below this parent, or those of the top level. */
export const siblingsOf = (order: readonly OrderEntry[], parentId: string | null): readonly OrderEntry[] =>
  parentId === null ? order : (findEntry(order, parentId)?.items ?? [])

/** Where an article is: its parent, and its index among its siblings. */
export type OrderPlace = { readonly parentId: string | null; readonly index: number }

/** The top of the order for an article that is not in it. */
export function placeOf(order: readonly OrderEntry[], id: string): OrderPlace {
  const parentId = parentOf(order, id)
  const index = siblingsOf(order, parentId).findIndex(({ value }) => value === id)
  return { parentId, index: Math.max(index, 0) }
}

/** All ids in the order of the sidebar. */
export const orderIds = (order: readonly OrderEntry[]): string[] => Array.from(walkOrder(order), ({ id }) => id)

/** The entry and its descendants; empty if it is not in the order. */
export function subtreeIds(order: readonly OrderEntry[], id: string): string[] {
  const entry = findEntry(order, id)
  return entry === null ? [] : orderIds([entry])
}

/** The given articles and their descendants, each once; articles that are not in the order are included alone. */
export function withDescendants(order: readonly OrderEntry[], ids: readonly string[]): string[] {
  const wanted = new Set(ids)
  const found = new Set<string>()
  for (const { id, parentId } of walkOrder(order)) {
    if (wanted.has(id) || (parentId !== null && found.has(parentId))) found.add(id)
  }
  return [...new Set([...found, ...wanted])]
}

export function isSameOrder(one: readonly OrderEntry[], other: readonly OrderEntry[]): boolean {
  const others = walkOrder(other)
  for (const position of walkOrder(one)) {
    const { value: match, done } = others.next()
    if (done || match.id !== position.id || match.depth !== position.depth) return false
  }
  return others.next().done === true
}

export function orderDepth(order: readonly OrderEntry[]): number {
  let deepest = 0
  for (const { depth } of walkOrder(order)) deepest = Math.max(deepest, depth)
  return deepest
}

/** A copy without these articles. Their children take their position. */
export function removeEntries(order: readonly OrderEntry[], ids: Iterable<string>): OrderEntry[] {
  const removed = new Set(ids)
  const heirs = new Map<string, string | null>()
  const positions: { id: string; parentId: string | null }[] = []
  for (const { id, parentId } of walkOrder(order)) {
    const parent = parentId !== null && removed.has(parentId) ? (heirs.get(parentId) ?? null) : parentId
    if (removed.has(id)) heirs.set(id, parent)
    else positions.push({ id, parentId: parent })
  }
  return treeFromPositions(positions)
}

/** A copy without the article and its descendants. */
export const removeSubtree = (order: readonly OrderEntry[], id: string): OrderEntry[] =>
  removeEntries(order, subtreeIds(order, id))

/**
 * A copy with the entry and its children at `index` of its level. An unknown parent means the top level. Throws if the
 * article already exists or the tree becomes too deep.
 */
export function insertEntry(
  order: readonly OrderEntry[],
  entry: OrderEntry,
  { parentId, index }: OrderPlace,
): OrderEntry[] {
  const present = new Set(orderIds(order))
  const own = orderIds([entry])
  if (own.some((id) => present.has(id))) throw new AppError('order_has_cycle')
  const copy = treeFromPositions(walkOrder(order))
  const parent = parentId === null ? null : findPosition(copy, parentId)
  if ((parent?.depth ?? 0) + orderDepth([entry]) > maxOrderDepth) throw new AppError('order_too_deep')
  const siblings = parent?.entry.items ?? copy
  siblings.splice(index, 0, ...treeFromPositions(walkOrder([entry])))
  return copy
}

/** A copy with the entry back at its place, or at the top if its parent is gone or the tree would become too deep. */
export function putBack(
  order: readonly OrderEntry[],
  entry: OrderEntry,
  { parentId, index }: OrderPlace,
): OrderEntry[] {
  const parent = parentId === null ? null : findPosition(order, parentId)
  const isPossible = parentId === null || (parent !== null && parent.depth + orderDepth([entry]) <= maxOrderDepth)
  return insertEntry(order, entry, isPossible ? { parentId, index } : { parentId: null, index: 0 })
}

/**
 * A copy with the article first at its level, where new articles go; at the top if its parent is gone or on the deepest
 * level.
 */
export const insertFirst = (order: readonly OrderEntry[], id: string, parentId: string | null = null): OrderEntry[] =>
  putBack(order, { value: id, items: [] }, { parentId, index: 0 })

/**
 * A copy with the article and its descendants moved to `index` among the new parent's other children. Throws for a
 * target under itself.
 */
export function moveEntry(
  order: readonly OrderEntry[],
  id: string,
  to: { parentId: string | null; index: number },
): OrderEntry[] {
  const entry = findEntry(order, id)
  if (entry === null) throw new AppError('unknown_article')
  if (to.parentId !== null && findEntry([entry], to.parentId) !== null) throw new AppError('order_has_cycle')
  return insertEntry(removeSubtree(order, id), entry, to)
}

/**
 * The order after unarchiving articles: an article whose parent is still archived moves to the top level, first, with
 * its descendants.
 */
export function moveUnarchivedToTop(
  order: readonly OrderEntry[],
  unarchived: readonly string[],
  isArchived: (id: string) => boolean,
): OrderEntry[] {
  let lifted = order as OrderEntry[]
  const parents = parentsOf(order)
  for (const id of unarchived.toReversed()) {
    const parentId = parents.get(id)
    if (parentId != null && isArchived(parentId)) lifted = moveEntry(lifted, id, { parentId: null, index: 0 })
  }
  return lifted
}
