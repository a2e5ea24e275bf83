/**
 * The visible rows of a workspace's article tree: the order applied to the articles, without what is folded, archived
 * or filtered out. One flat list, so that only the rows in view have to be rendered.
 */
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import { normalizeForSearch } from '../../ui/normalize-for-search.ts'

export type TreeParagraph = {
  readonly id: string
  readonly title: string
  readonly slug: string
  /** The moment of the article at which it starts, in milliseconds. */
  readonly position: number
}

export type TreeRow = {
  readonly id: string
  readonly article: ArticleTreeEntry
  /** Set if the row is a paragraph of the article instead of the article itself. */
  readonly paragraph?: TreeParagraph
  readonly parentId: string | null
  /** From 1, the top level. */
  readonly level: number
  /** From 1, among the visible siblings. */
  readonly position: number
  readonly siblings: number
  readonly hasItems: boolean
  readonly isFolded: boolean
}

export type TreeView = {
  folded?: ReadonlySet<string>
  isArchivedShown?: boolean
  /** Only articles whose title contains this, and their parents. */
  filter?: string
}

type Node = { article: ArticleTreeEntry; items: Node[] }

const noFolds: ReadonlySet<string> = new Set()

export function treeRows(
  order: readonly OrderEntry[],
  articles: readonly ArticleTreeEntry[],
  view: TreeView = {},
): TreeRow[] {
  const nodes = buildNodes(order, articles, view.isArchivedShown ?? false)
  const filter = normalizeForSearch(view.filter ?? '')
  const shown = filter === '' ? nodes : filterNodes(nodes, filter)
  const rows: TreeRow[] = []
  // A filter shows its matches, whatever was folded.
  flatten(shown, { level: 1, parentId: null, folded: filter === '' ? (view.folded ?? noFolds) : noFolds, rows })
  return rows
}

function buildNodes(
  order: readonly OrderEntry[],
  articles: readonly ArticleTreeEntry[],
  isArchivedShown: boolean,
): Node[] {
  const left = new Map(articles.map((article) => [article.id, article]))

  const arrange = (entries: readonly OrderEntry[]): Node[] =>
    entries.flatMap(({ value, items }) => {
      const article = left.get(value)
      left.delete(value)
      const under = arrange(items)
      // The children of a hidden article replace it.
      return article && isShown(article) ? [{ article, items: under }] : under
    })
  const isShown = (article: ArticleTreeEntry) => isArchivedShown || !article.isArchived

  const ordered = arrange(order)
  const others = [...left.values()].filter(isShown).map((article) => ({ article, items: [] }))
  return [...ordered, ...others]
}

function filterNodes(nodes: readonly Node[], filter: string): Node[] {
  return nodes.flatMap(({ article, items }) => {
    const found = filterNodes(items, filter)
    return found.length > 0 || normalizeForSearch(article.title).includes(filter) ? [{ article, items: found }] : []
  })
}

type FlattenContext = { level: number; parentId: string | null; folded: ReadonlySet<string>; rows: TreeRow[] }

function flatten(nodes: readonly Node[], { level, parentId, folded, rows }: FlattenContext): void {
  nodes.forEach(({ article, items }, index) => {
    const { id } = article
    const hasItems = items.length > 0
    const isFolded = hasItems && folded.has(id)
    rows.push({ id, article, parentId, level, position: index + 1, siblings: nodes.length, hasItems, isFolded })
    if (!isFolded) flatten(items, { level: level + 1, parentId: id, folded, rows })
  })
}

/** The visible title of a row. */
export const rowTitle = ({ article, paragraph }: TreeRow): string => paragraph?.title ?? article.title

export const findArticle = (
  articles: readonly ArticleTreeEntry[],
  id: string | undefined,
): ArticleTreeEntry | undefined =>
  id === undefined ? undefined : articles.find((article) => article.id === id || article.shortId === id)

export const countActive = (articles: readonly ArticleTreeEntry[]): number =>
  articles.filter((article) => !article.isArchived).length

/** All parents of the given article, nearest first. */
export function ancestorIds(order: readonly OrderEntry[], id: string): string[] {
  for (const entry of order) {
    if (entry.value === id) return []
    const found = ancestorIds(entry.items, id)
    if (found.length > 0 || entry.items.some(({ value }) => value === id)) return [...found, entry.value]
  }
  return []
}
