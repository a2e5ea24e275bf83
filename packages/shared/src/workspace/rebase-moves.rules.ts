/** Applies one person's moves of articles to an order that a colleague saved in the meantime. Pure. */
import { findEntry, moveEntry, orderIds, parentsOf, walkOrder } from './order-tree.rules.ts'
import type { OrderEntry } from './order-tree.ts'

type Position = { readonly parentId: string | null; readonly index: number }

export type OwnMoves = {
  /** The order in which this person began. */
  readonly base: readonly OrderEntry[]
  /** The same articles as this person arranged them. */
  readonly mine: readonly OrderEntry[]
  /**
   * Articles that this person moved. Of two articles that swapped positions, only the one in this set counts as moved;
   * the orders alone do not show which it was.
   */
  readonly touched: ReadonlySet<string>
}

export type RebasedMoves = {
  readonly order: OrderEntry[]
  /** Articles whose move is no longer possible; those that still exist stay where the colleague has them. */
  readonly dropped: string[]
}

/** An article follows the nearest sibling that it followed before; all other articles stay as in `theirs`. */
export function rebaseMoves(
  { base, mine, touched }: OwnMoves,
  theirs: readonly OrderEntry[],
  canMove: (order: readonly OrderEntry[], id: string, to: Position) => boolean,
): RebasedMoves {
  const moved = movedIds({ base, mine, touched })
  const present = new Set(orderIds(theirs))
  const dropped: string[] = []
  let order = [...theirs]
  // Parents come before children and siblings in order, so that what an article depends on is already in place.
  for (const { id, parentId } of walkOrder(mine)) {
    if (!moved.has(id)) continue
    const to = { parentId, index: indexAmong(childIds(order, parentId), childIds(mine, parentId), id) }
    const isPossible = present.has(id) && (parentId === null || present.has(parentId)) && canMove(order, id, to)
    if (isPossible) order = moveEntry(order, id, to)
    else dropped.push(id)
  }
  return { order, dropped }
}

/** The articles that must move to make `base` become `mine`; as few as possible, and rather those touched. */
export function movedIds({ base, mine, touched }: OwnMoves): Set<string> {
  const ranks = new Map(orderIds(base).map((id, rank) => [id, rank]))
  const parents = parentsOf(base)
  const moved = new Set(orderIds(mine))
  const levels: (string | null)[] = [null, ...moved]
  for (const parentId of levels) {
    const stayed = childIds(mine, parentId).filter((id) => ranks.has(id) && parents.get(id) === parentId)
    const items = stayed.map((id) => ({
      id,
      rank: ranks.get(id) ?? 0,
      weight: touched.has(id) ? 1 : stayed.length + 1,
    }))
    for (const { id } of heaviestAscent(items)) moved.delete(id)
  }
  return moved
}

const childIds = (order: readonly OrderEntry[], parentId: string | null): string[] =>
  (parentId === null ? order : (findEntry(order, parentId)?.items ?? [])).map(({ value }) => value)

/** The index among the other siblings: after the nearest former predecessor, otherwise before the nearest successor. */
function indexAmong(siblings: readonly string[], arranged: readonly string[], id: string): number {
  const others = siblings.filter((one) => one !== id)
  const indexes = new Map(others.map((one, index) => [one, index]))
  const at = arranged.indexOf(id)
  if (at === 0) return 0
  for (const one of arranged.slice(0, at).toReversed()) {
    const index = indexes.get(one)
    if (index !== undefined) return index + 1
  }
  for (const one of arranged.slice(at + 1)) {
    const index = indexes.get(one)
    if (index !== undefined) return index
  }
  return 0
}

type Ranked = { readonly id: string; readonly rank: number; readonly weight: number }

/** The subsequence with ascending ranks whose weights have the greatest sum. */
function heaviestAscent(items: readonly Ranked[]): Ranked[] {
  const ends: { item: Ranked; sum: number; before: number }[] = []
  let best = -1
  for (const item of items) {
    let before = -1
    for (const [index, end] of ends.entries())
      if (end.item.rank < item.rank && end.sum > (ends[before]?.sum ?? 0)) before = index
    ends.push({ item, sum: (ends[before]?.sum ?? 0) + item.weight, before })
    if ((ends.at(-1)?.sum ?? 0) > (ends[best]?.sum ?? 0)) best = ends.length - 1
  }
  const ascent: Ranked[] = []
  for (let end = ends[best]; end !== undefined; end = ends[end.before]) ascent.push(end.item)
  return ascent.toReversed()
}
