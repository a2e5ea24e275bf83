import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import type { WorkspaceTree } from '../workspace-tree.ts'

type ArticleSubtreeInput = {
  readonly workspace: Pick<WorkspaceTree['workspace'], 'order'>
  readonly articles: readonly Pick<WorkspaceTree['articles'][number], 'id' | 'isArchived'>[]
}

/** Ids of everything under an article, in tree order; empty if it has no sub-articles or is not in the tree. */
export function nestedIds(order: readonly OrderEntry[], articleId: string): string[] {
  const entry = findEntry(order, articleId)
  return entry ? entry.items.flatMap(idsOf) : []
}

/** Sub-articles that are already archived; they stay archived when the article is unarchived. */
export const archivedUnder = ({ workspace, articles }: ArticleSubtreeInput, articleId: string): string[] => {
  const archived = new Set(articles.filter(({ isArchived }) => isArchived).map(({ id }) => id))
  return nestedIds(workspace.order, articleId).filter((id) => archived.has(id))
}

/** The first remaining article in the order that is not archived: the one to show after a deletion. */
export function firstRemainingId(order: readonly OrderEntry[], isShown: (articleId: string) => boolean): string | null {
  for (const entry of order) {
    const found = isShown(entry.value) ? entry.value : firstRemainingId(entry.items, isShown)
    if (found !== null) return found
  }
  return null
}

const idsOf = (entry: OrderEntry): string[] => [entry.value, ...entry.items.flatMap(idsOf)]

function findEntry(order: readonly OrderEntry[], articleId: string): OrderEntry | null {
  for (const entry of order) {
    const found = entry.value === articleId ? entry : findEntry(entry.items, articleId)
    if (found) return found
  }
  return null
}
