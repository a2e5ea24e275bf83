/**
 * Writes that change the location of articles lock first the workspaces and then the articles, always in the order of
 * their ids, so that no two of them deadlock. The workspace of an article is certain only once it is locked; if the
 * article was moved in between, the transaction starts again. The move may also have changed the actor's rights, so
 * they are checked again.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Member } from '../../access/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { nameTransactionActor } from '../../platform/database/transaction-actor.ts'
import { findWorkspaceAccess, lockWorkspaces, workspaceAbilities, type LockedWorkspace } from '../../workspace/index.ts'
import { lockArticleRows, type LockedArticle } from '../article-write.queries.ts'
import { listWorkspaceIds } from '../article.queries.ts'

export type LockedRows = {
  readonly articles: ReadonlyMap<string, LockedArticle>
  readonly workspaces: ReadonlyMap<string, LockedWorkspace>
}

class ArticleMoved extends Error {}

/** `moreWorkspaceIds`: the targets of the move; the caller checks whether the actor may put articles there. */
export async function lockArticles(
  trx: Trx,
  actor: Member,
  articleIds: readonly string[],
  moreWorkspaceIds: readonly string[] = [],
): Promise<LockedRows> {
  await nameTransactionActor(trx, actor.userId)
  const workspaceIds = new Set([...(await listWorkspaceIds(trx, articleIds)), ...moreWorkspaceIds])
  const workspaces = workspaceIds.size === 0 ? [] : await lockWorkspaces(trx, [...workspaceIds])
  const articles = await lockArticleRows(trx, articleIds)
  for (const { workspace_id: id } of articles.values()) {
    if (id !== null && !workspaceIds.has(id)) throw new ArticleMoved()
  }
  await requireEditable(trx, actor, articles.values())
  return { articles, workspaces: new Map(workspaces.map((workspace) => [workspace.id, workspace])) }
}

async function requireEditable(trx: Trx, actor: Member, articles: Iterable<LockedArticle>): Promise<void> {
  const workspaceIds = new Set<string>()
  for (const { workspace_id: id, published_at: publishedAt, original_id: originalId } of articles) {
    if (id !== null && publishedAt !== null && originalId === null) workspaceIds.add(id)
  }
  for (const id of workspaceIds) {
    const access = await findWorkspaceAccess(trx, actor, id)
    if (access === null || access.companyId !== actor.company.id) throw new AppError('not_found')
    if (!workspaceAbilities(access).editArticles) throw new AppError('forbidden')
  }
}

/** The locked row of a published article whose content may be changed: an archived one is read-only. */
export function requireUnarchived(row: LockedArticle | undefined): LockedArticle {
  if (row === undefined || row.deleted_at !== null || row.published_at === null) throw new AppError('not_found')
  if (row.is_archived) throw new AppError('article_archived')
  return row
}

const maxAttempts = 5

export async function runArticleTransaction<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await runTransaction(db, work)
    } catch (error) {
      if (!(error instanceof ArticleMoved) || tries === maxAttempts) throw error
    }
  }
}
