/**
 * Moves articles in reorder mode. Everything works on the tree without archived articles: the server puts those back
 * under their former parents when the order is saved.
 */
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import { errorCodes } from '@knowreel/shared/error/error-codes.ts'
import {
  moveEntry,
  orderDepth,
  findEntry,
  parentsOf,
  removeEntries,
} from '@knowreel/shared/workspace/order-tree.rules.ts'
import { maxOrderDepth, type OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import * as texts from '../texts.ts'

export type OrderPosition = { readonly parentId: string | null; readonly index: number }

export type MoveDirection = 'up' | 'down' | 'in' | 'out'

/** The target location of an article, or the reason why it cannot move. */
export type PlannedMove = { readonly to: OrderPosition } | { readonly refusal: string }

/** The order being edited: the tree as it was when reorder mode started, and its articles. */
export type Sorting = {
  readonly initialOrder: readonly OrderEntry[]
  readonly articles: ReadonlyMap<string, ArticleTreeEntry>
}

/** The order without archived articles, with articles missing from it at the end. */
export function activeOrder(order: readonly OrderEntry[], articles: readonly ArticleTreeEntry[]): OrderEntry[] {
  const active = articles.filter(({ isArchived }) => !isArchived)
  const known = new Set(active.map(({ id }) => id))
  const unknown = [...parentsOf(order).keys()].filter((id) => !known.has(id))
  const kept = removeEntries(order, unknown)
  const parents = parentsOf(kept)
  return [...kept, ...active.filter(({ id }) => !parents.has(id)).map(({ id }) => ({ value: id, items: [] }))]
}

export function startSorting(order: readonly OrderEntry[], articles: readonly ArticleTreeEntry[]): Sorting {
  return {
    initialOrder: activeOrder(order, articles),
    articles: new Map(articles.map((article) => [article.id, article])),
  }
}

/** The move that one arrow key means for an article. */
export function planStep(
  order: readonly OrderEntry[],
  id: string,
  direction: MoveDirection,
  sorting: Sorting,
): PlannedMove {
  const parents = parentsOf(order)
  const parentId = parents.get(id) ?? null
  const siblings = childrenOf(order, parentId)
  const index = siblings.findIndex(({ value }) => value === id)
  switch (direction) {
    case 'up':
      return index === 0
        ? { refusal: texts.itIsTheFirstHere }
        : planMove(order, id, { parentId, index: index - 1 }, sorting)
    case 'down':
      return index === siblings.length - 1
        ? { refusal: texts.itIsTheLastHere }
        : planMove(order, id, { parentId, index: index + 1 }, sorting)
    case 'in': {
      const above = siblings[index - 1]
      if (!above) return { refusal: texts.thereIsNoArticleAbove }
      return planMove(order, id, { parentId: above.value, index: above.items.length }, sorting)
    }
    case 'out': {
      if (parentId === null) return { refusal: texts.itIsAtTheTop }
      const outer = parents.get(parentId) ?? null
      const behind = childrenOf(order, outer).findIndex(({ value }) => value === parentId)
      return planMove(order, id, { parentId: outer, index: behind + 1 }, sorting)
    }
  }
}

/** Whether an article may move to a location. `index` counts the new siblings without the article itself. */
export function planMove(order: readonly OrderEntry[], id: string, to: OrderPosition, sorting: Sorting): PlannedMove {
  const entry = findEntry(order, id)
  if (!entry) return { refusal: errorCodes.unknown_article.message }
  if (to.parentId === null) return { to }
  if (findEntry([entry], to.parentId)) return { refusal: texts.anArticleCantBeIts }
  if (!mayNest(id, to.parentId, sorting)) return { refusal: errorCodes.order_wrong_parent.message }
  if (depthOf(order, to.parentId) + orderDepth([entry]) > maxOrderDepth)
    return { refusal: errorCodes.order_too_deep.message }
  return { to }
}

/** Only text articles have sub-articles; those that were under a recording before may stay there. */
const mayNest = (id: string, parentId: string, { initialOrder, articles }: Sorting): boolean =>
  articles.get(parentId)?.duration === 0 || parentsOf(initialOrder).get(id) === parentId

export type DropZone = 'before' | 'after' | 'inside'

/** The location that a drop on another article means. */
export function dropPosition(
  order: readonly OrderEntry[],
  id: string,
  targetId: string,
  zone: DropZone,
): OrderPosition {
  if (zone === 'inside')
    return { parentId: targetId, index: childrenOf(order, targetId).filter((one) => one.value !== id).length }
  const parentId = parentsOf(order).get(targetId) ?? null
  const siblings = childrenOf(order, parentId).filter(({ value }) => value !== id)
  const index = siblings.findIndex(({ value }) => value === targetId)
  return { parentId, index: zone === 'before' ? index : index + 1 }
}

export const applyMove = (order: readonly OrderEntry[], id: string, to: OrderPosition): OrderEntry[] =>
  moveEntry(order, id, to)

/** The location of an article, for announcements. */
export function positionInOrder(
  order: readonly OrderEntry[],
  id: string,
): OrderPosition & { siblings: number; level: number } {
  const parentId = parentsOf(order).get(id) ?? null
  const siblings = childrenOf(order, parentId)
  return {
    parentId,
    index: siblings.findIndex(({ value }) => value === id),
    siblings: siblings.length,
    level: parentId === null ? 1 : depthOf(order, parentId) + 1,
  }
}

export const isSameOrder = (one: readonly OrderEntry[], other: readonly OrderEntry[]): boolean =>
  one.length === other.length &&
  one.every((entry, index) => {
    const twin = other[index]
    return twin !== undefined && twin.value === entry.value && isSameOrder(entry.items, twin.items)
  })

function childrenOf(order: readonly OrderEntry[], parentId: string | null): readonly OrderEntry[] {
  return parentId === null ? order : (findEntry(order, parentId)?.items ?? [])
}

function depthOf(order: readonly OrderEntry[], id: string): number {
  const parents = parentsOf(order)
  let depth = 0
  for (let above: string | null = id; above !== null; above = parents.get(above) ?? null) depth += 1
  return depth
}
