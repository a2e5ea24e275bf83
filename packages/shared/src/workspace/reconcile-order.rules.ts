/**
 * Turns a requested order into a valid one. The caller may not know every article (archived ones are hidden, new ones
 * may have been added) and may be hostile, so the request is merged into the previous order:
 *
 * - entries that are not articles of the workspace are dropped, and their children take their position;
 * - an omitted article stays under its previous parent if it is archived or that parent was omitted too; otherwise it
 *   goes to the end;
 * - an article is nested only under a text article, or where it already was;
 * - nothing unarchived is nested under an archived article, where nobody would see it.
 *
 * The operation is idempotent.
 */
import { AppError } from '../error/app-error.ts'
import { parentsOf, walkOrder } from './order-tree.rules.ts'
import { maxOrderDepth, type OrderEntry } from './order-tree.ts'

export type OrderArticle = {
  readonly id: string
  /** Without a recording: only text articles have children. */
  readonly isText: boolean
  readonly isArchived: boolean
}

type PositionedEntry = { readonly entry: OrderEntry; readonly parentId: string | null; readonly depth: number }

export function reconcileOrder(
  wanted: readonly OrderEntry[],
  { articles, former }: { articles: readonly OrderArticle[]; former: readonly OrderEntry[] },
): OrderEntry[] {
  const tree = new OrderBuilder(articles, former)
  insertRequested(tree, wanted)
  insertFormer(tree, former)
  for (const { id } of articles) if (!tree.positioned.has(id)) tree.insert(id, null)
  return tree.top
}

function insertRequested(tree: OrderBuilder, wanted: readonly OrderEntry[]): void {
  // Keyed by entry, not by id: dropped entries may appear several times.
  const parents = new Map<OrderEntry, string | null>()
  const path: OrderEntry[] = []
  for (const { id, depth, entry } of walkOrder(wanted)) {
    path.length = depth - 1
    const above = path.at(-1)
    const parentId = above === undefined ? null : (parents.get(above) ?? null)
    path.push(entry)
    if (!tree.articles.has(id)) {
      parents.set(entry, parentId)
      continue
    }
    parents.set(entry, id)
    if (tree.positioned.has(id)) throw new AppError('order_has_cycle')
    const isAccepted = above === undefined || (above.value === parentId && tree.isVisibleUnder(id, parentId))
    const home = isAccepted ? parentId : tree.nearestValidParent(id, parentId)
    if (!tree.mayNest(id, home)) throw new AppError('order_wrong_parent')
    if (tree.depthUnder(home) > maxOrderDepth) throw new AppError('order_too_deep')
    tree.insert(id, home)
  }
}

function insertFormer(tree: OrderBuilder, former: readonly OrderEntry[]): void {
  const isLeftOut = new Set<string>()
  /** The last visited child per previous parent that is still there: a hidden article stays after it. */
  const siblingBefore = new Map<string | null, string>()
  for (const { id, parentId } of walkOrder(former)) {
    const article = tree.articles.get(id)
    if (article !== undefined && !tree.positioned.has(id)) {
      isLeftOut.add(id)
      const keepsParent = article.isArchived || (parentId !== null && isLeftOut.has(parentId))
      const home = keepsParent ? tree.nearestValidParent(id, tree.nearestPositionedAncestor(parentId)) : null
      if (article.isArchived && home === parentId) tree.insertAfter(id, home, siblingBefore.get(parentId))
      else tree.insert(id, home)
    }
    if (tree.positioned.get(id)?.parentId === parentId) siblingBefore.set(parentId, id)
  }
}

class OrderBuilder {
  readonly top: OrderEntry[] = []
  readonly positioned = new Map<string, PositionedEntry>()
  readonly articles: ReadonlyMap<string, OrderArticle>
  readonly #formerParents: ReadonlyMap<string, string | null>

  constructor(articles: readonly OrderArticle[], former: readonly OrderEntry[]) {
    this.articles = new Map(articles.map((article) => [article.id, article]))
    this.#formerParents = parentsOf(former)
  }

  depthUnder(parentId: string | null): number {
    return parentId === null ? 1 : (this.positioned.get(parentId)?.depth ?? 0) + 1
  }

  mayNest(id: string, parentId: string | null): boolean {
    return parentId === null || this.articles.get(parentId)?.isText === true || this.#formerParents.get(id) === parentId
  }

  isVisibleUnder(id: string, parentId: string | null): boolean {
    return parentId === null || this.#isArchived(id) || !this.#isArchived(parentId)
  }

  /**
   * The nearest ancestor, starting at `parentId`, that may contain this article and has a level left; otherwise the top
   * level.
   */
  nearestValidParent(id: string, parentId: string | null): string | null {
    let home = parentId
    while (home !== null && !this.#isValidParent(id, home)) home = this.positioned.get(home)?.parentId ?? null
    return home
  }

  /** A previous parent that is gone is replaced by its own parent. */
  nearestPositionedAncestor(formerParentId: string | null): string | null {
    let parent = formerParentId
    while (parent !== null && !this.positioned.has(parent)) parent = this.#formerParents.get(parent) ?? null
    return parent
  }

  insert(id: string, parentId: string | null): void {
    this.#siblings(parentId).push(this.#add(id, parentId))
  }

  /** After this sibling; first if there is none. */
  insertAfter(id: string, parentId: string | null, siblingId: string | undefined): void {
    const siblings = this.#siblings(parentId)
    const sibling = siblingId === undefined ? undefined : this.positioned.get(siblingId)
    const index = sibling === undefined ? 0 : siblings.indexOf(sibling.entry) + 1
    siblings.splice(index, 0, this.#add(id, parentId))
  }

  #isArchived(id: string): boolean {
    return this.articles.get(id)?.isArchived === true
  }

  #isValidParent(id: string, home: string): boolean {
    return this.isVisibleUnder(id, home) && this.mayNest(id, home) && this.depthUnder(home) <= maxOrderDepth
  }

  #add(id: string, parentId: string | null): OrderEntry {
    const entry: OrderEntry = { value: id, items: [] }
    this.positioned.set(id, { entry, parentId, depth: this.depthUnder(parentId) })
    return entry
  }

  #siblings(parentId: string | null): OrderEntry[] {
    return parentId === null ? this.top : (this.positioned.get(parentId)?.entry.items ?? this.top)
  }
}
