/**
 * Moves an article with its sub-articles to another workspace, also of another company. Ids, drafts and versions are
 * kept, and recordings move along; a recording that is still played by something left behind becomes two rows with the
 * same files.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { subtreeIds } from '@knowreel/shared/workspace/order-tree.rules.ts'
import type { Member } from '../../access/index.ts'
import { isPaidCompany } from '../../company/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { findEditableWorkspace, moveBetweenOrders, touchWorkspaceActivity } from '../../workspace/index.ts'
import { moveToWorkspace } from '../article-write.queries.ts'
import type { ChangedTree } from '../delete/delete-article.ts'
import { runArticleTransaction, lockArticles } from './lock-articles.ts'
import { moveToCompany } from './move-to-company.ts'

type Dependencies = { readonly db: Db; readonly enqueue: Enqueue }
type Target = { readonly companyId: string; readonly workspaceId: string }
type TargetWorkspace = { readonly id: string; readonly companyId: string }

/**
 * Returns what moved and the remaining order. The caller may edit the article; access to the target is checked here.
 */
export const transferArticle = (
  { db, enqueue }: Dependencies,
  actor: Member,
  articleId: string,
  wanted: Target,
): Promise<ChangedTree> =>
  runArticleTransaction(db, async (trx) => {
    const target = await requireTarget(trx, actor, wanted)
    const { articles, workspaces } = await lockArticles(trx, actor, [articleId], [target.id])
    // The right may have been lost while this waited for the locks.
    await requireTarget(trx, actor, wanted)
    const row = articles.get(articleId)
    const [from, to] = [workspaces.get(row?.workspace_id ?? ''), workspaces.get(target.id)]
    if (row === undefined || row.deleted_at !== null || from === undefined) throw new AppError('not_found')
    if (to === undefined) throw new AppError('unknown_workspace')
    if (from.id === to.id) return { articleIds: [], workspaceOrder: from.order }
    const nested = subtreeIds(from.order, articleId)
    const articleIds = nested.length === 0 ? [articleId] : nested
    const move = { fromId: from.id, toId: to.id }
    const orders = await moveBetweenOrders(trx, { articleId, ...move })
    if (from.companyId === to.companyId) await moveToWorkspace(trx, articleIds, move)
    else await moveToCompany({ trx, enqueue }, articleIds, { companyId: to.companyId, workspaceId: to.id })
    await touchWorkspaceActivity(trx, to.id)
    return { articleIds, workspaceOrder: orders.from }
  })

async function requireTarget(trx: Trx, actor: Member, wanted: Target): Promise<TargetWorkspace> {
  const target = await findEditableWorkspace(trx, actor.userId, wanted)
  if (target === null || !(await isPaidCompany(trx, target.companyId))) throw new AppError('unknown_workspace')
  // The people of the other company would keep access after the operator's session (0298).
  if (actor.isOperator && target.companyId !== actor.company.id) throw new AppError('operator_session')
  return target
}
