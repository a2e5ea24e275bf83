/**
 * Writes that change where articles stand hold the workspaces first and the articles after, always in the order of their
 * ids, so that no two of them wait for each other. In which workspace an article stands is known for sure only once it is
 * locked; if it was moved in between, the transaction begins anew.
 */
import type { Db, Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { lockWorkspaces, type LockedWorkspace } from '../workspace/index.ts'
import { lockArticles, type LockedArticle } from './article-write.queries.ts'
import { listWorkspaceIds } from './article.queries.ts'

export type LockedPlace = {
  readonly articles: ReadonlyMap<string, LockedArticle>
  readonly workspaces: ReadonlyMap<string, LockedWorkspace>
}

class ArticleMoved extends Error {}

/** `moreWorkspaceIds`: where an article is to go. */
export async function lockPlace(
  trx: Trx,
  articleIds: readonly string[],
  moreWorkspaceIds: readonly string[] = [],
): Promise<LockedPlace> {
  const workspaceIds = new Set([...(await listWorkspaceIds(trx, articleIds)), ...moreWorkspaceIds])
  const workspaces = workspaceIds.size === 0 ? [] : await lockWorkspaces(trx, [...workspaceIds])
  const articles = await lockArticles(trx, articleIds)
  for (const { workspace_id: id } of articles.values()) {
    if (id !== null && !workspaceIds.has(id)) throw new ArticleMoved()
  }
  return { articles, workspaces: new Map(workspaces.map((workspace) => [workspace.id, workspace])) }
}

const mostTries = 5

export async function inPlaceTransaction<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await runTransaction(db, work)
    } catch (error) {
      if (!(error instanceof ArticleMoved) || tries === mostTries) throw error
    }
  }
}
