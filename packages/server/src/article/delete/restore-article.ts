import { AppError } from '@knowreel/shared/error/app-error.ts'
import { orderIds, removeEntries } from '@knowreel/shared/workspace/order-tree.rules.ts'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { putBackInOrder } from '../../workspace/index.ts'
import { findPossibleParent } from '../article.queries.ts'
import { lockArticles, runArticleTransaction } from '../move/lock-articles.ts'
import type { ChangedTree } from './delete-article.ts'
import { markRestored, takeFromTrash } from './trash.queries.ts'

/** Undoes a deletion: the article is back where it was, with all that was under it and the drafts of all. */
export async function restoreArticle(db: Db, actor: Member, articleId: string): Promise<ChangedTree> {
  return runArticleTransaction(db, async (trx) => {
    const { articles } = await lockArticles(trx, actor, [articleId])
    const deletedAt = articles.get(articleId)?.deleted_at
    const taken = await takeFromTrash(trx, articleId)
    if (!deletedAt || taken === null) throw new AppError('not_found')
    const ids = orderIds([taken.entry])
    const restored = await markRestored(trx, ids, deletedAt)
    // The job that removes deleted articles permanently may have reached some of them.
    const [entry] = removeEntries(
      [taken.entry],
      ids.filter((id) => !restored.has(id)),
    )
    if (entry === undefined) throw new AppError('not_found')
    const parentId = await findPossibleParent(trx, taken.workspaceId, taken.place.parentId)
    // Without its parent, the article goes to the top.
    const place = parentId === taken.place.parentId ? taken.place : { parentId: null, index: 0 }
    const workspaceOrder = await putBackInOrder(trx, taken.workspaceId, entry, place)
    return { articleIds: orderIds([entry]), workspaceOrder }
  })
}
