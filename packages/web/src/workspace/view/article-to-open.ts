/** Chooses the article that a workspace opens automatically, and where its recordings and notes start. Pure. */
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import { treeRows } from '../tree/tree-rows.ts'
import type { BrowsedWorkspace } from '../workspace.queries.ts'

/** In the order of the workspace, without archived articles. */
const articlesInOrder = ({ workspace, articles }: BrowsedWorkspace): ArticleTreeEntry[] =>
  treeRows(workspace.order, articles).map(({ article }) => article)

/** The last opened article if it still exists; otherwise the first. */
export function articleToOpen(browsed: BrowsedWorkspace, lastId: string | undefined): ArticleTreeEntry | undefined {
  const articles = articlesInOrder(browsed)
  return articles.find(({ id }) => id === lastId) ?? articles[0]
}

/** The first article to watch and the first to read. */
export function firstByMode(browsed: BrowsedWorkspace): { video?: ArticleTreeEntry; notes?: ArticleTreeEntry } {
  const articles = articlesInOrder(browsed)
  return {
    video: articles.find(({ duration }) => duration > 0),
    notes: articles.find(({ isHasText }) => isHasText),
  }
}
