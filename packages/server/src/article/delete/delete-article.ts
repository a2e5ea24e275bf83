import { AppError } from '@knowreel/shared/error/app-error.ts'
import { findEntry, orderIds, placeOf } from '@knowreel/shared/workspace/order-tree.rules.ts'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { removeFromOrder } from '../../workspace/index.ts'
import { lockArticleRows, markDeleted, isOpenDraft } from '../article-write.queries.ts'
import { endDraft } from '../draft/end-draft.ts'
import { findArticleRow } from '../article.queries.ts'
import type { LiveNotes } from '../live-notes.ts'
import { runArticleTransaction, lockArticles } from '../move/lock-articles.ts'
import { putInTrash } from './trash.queries.ts'

type Dependencies = { readonly db: Db; readonly live: LiveNotes }

export type ChangedTree = { readonly articleIds: string[]; readonly workspaceOrder: OrderEntry[] }

/** Moves the article with its sub-articles and their drafts to the trash; a job removes them permanently 30 days later. */
export async function deleteArticle(
  { db, live }: Dependencies,
  actor: Member,
  articleId: string,
): Promise<ChangedTree> {
  const deleted = await runArticleTransaction(db, async (trx) => {
    const { articles, workspaces } = await lockArticles(trx, actor, [articleId])
    const row = articles.get(articleId)
    const workspace = workspaces.get(row?.workspace_id ?? '')
    if (row === undefined || row.deleted_at !== null || workspace === undefined) throw new AppError('not_found')
    const entry = findEntry(workspace.order, articleId) ?? { value: articleId, items: [] }
    const articleIds = orderIds([entry])
    const deletedAt = new Date()
    const draftIds = await markDeleted(trx, articleIds, deletedAt)
    const place = placeOf(workspace.order, articleId)
    await putInTrash(trx, { articleId, workspaceId: workspace.id, deletedAt, deletedById: actor.userId, entry, place })
    return { articleIds, draftIds, workspaceOrder: await removeFromOrder(trx, workspace.id, articleIds) }
  })
  for (const draftId of deleted.draftIds) live.closeArticle(draftId, { type: 'access' })
  return { articleIds: deleted.articleIds, workspaceOrder: deleted.workspaceOrder }
}

/** For a never published article this is the article itself. */
export async function deleteDraft({ db, live }: Dependencies, draftId: string): Promise<void> {
  await runTransaction(db, async (trx) => {
    const row = (await lockArticleRows(trx, [draftId])).get(draftId)
    if (row === undefined || !isOpenDraft(row)) throw new AppError('not_found')
    const original = row.original_id === null ? null : await findArticleRow(trx, row.original_id)
    await endDraft(trx, row, original, 'discarded')
  })
  live.closeArticle(draftId, { type: 'access' })
}
