import { AppError } from '@knowreel/shared/error/app-error.ts'
import { withDescendants } from '@knowreel/shared/workspace/order-tree.rules.ts'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { moveOrphansToTop } from '../../workspace/index.ts'
import { markArchived } from '../article-write.queries.ts'
import { listArchivedIds } from '../article.queries.ts'
import type { ChangedTree } from '../delete/delete-article.ts'
import { runArticleTransaction, lockArticles } from './lock-articles.ts'

/**
 * Archives or unarchives articles of one workspace, each with its sub-articles. One that is unarchived under an
 * archived parent moves to the top level, where it is visible.
 */
export function setArchived(
  db: Db,
  actor: Member,
  { articleIds, isArchived }: { readonly articleIds: readonly string[]; readonly isArchived: boolean },
): Promise<ChangedTree> {
  return runArticleTransaction(db, async (trx) => {
    const { articles, workspaces } = await lockArticles(trx, actor, articleIds)
    const [workspace, other] = workspaces.values()
    if (workspace === undefined || other !== undefined) throw new AppError('unknown_article')
    for (const { deleted_at, workspace_id } of articles.values()) {
      if (deleted_at !== null || workspace_id !== workspace.id) throw new AppError('not_found')
    }
    const affected = withDescendants(workspace.order, articleIds)
    await markArchived(trx, affected, isArchived)
    if (isArchived) return { articleIds: affected, workspaceOrder: workspace.order }
    const stillArchived = await listArchivedIds(trx, workspace.id)
    const isStillArchived = (id: string) => stillArchived.has(id)
    return {
      articleIds: affected,
      workspaceOrder: await moveOrphansToTop(trx, workspace.id, articleIds, isStillArchived),
    }
  })
}
