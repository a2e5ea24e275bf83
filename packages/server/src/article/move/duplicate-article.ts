import { articleLimits } from '@knowreel/shared/article/article.rules.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { articleMap } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { parentOf } from '@knowreel/shared/workspace/order-tree.rules.ts'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import type { Member } from '../../access/index.ts'
import { copyFileUses } from '../../file/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { requestRendition } from '../../video/index.ts'
import { insertArticleAfter, touchWorkspaceActivity } from '../../workspace/index.ts'
import { insertArticle, loadContent } from '../article-write.queries.ts'
import { listArchivedIds } from '../article.queries.ts'
import { runArticleTransaction, lockArticles } from './lock-articles.ts'

type Dependencies = { readonly db: Db; readonly enqueue: Enqueue }
type Duplicated = { readonly id: string; readonly workspaceOrder: OrderEntry[] }

/**
 * Publishes a copy of the published content immediately, without sub-articles, versions or draft. Both articles play
 * the same recordings.
 */
export const duplicateArticle = (
  { db, enqueue }: Dependencies,
  actor: Member,
  articleId: string,
): Promise<Duplicated> =>
  runArticleTransaction(db, async (trx) => {
    const { articles, workspaces } = await lockArticles(trx, actor, [articleId])
    const row = articles.get(articleId)
    const workspace = workspaces.get(row?.workspace_id ?? '')
    if (row === undefined || row.deleted_at !== null || workspace === undefined) throw new AppError('not_found')
    const source = await loadContent(trx, row)
    const content = { ...source, title: copyTitle(source.title), parentArticleId: null }
    const id = await insertArticle(trx, {
      companyId: row.company_id,
      authorId: actor.userId,
      content,
      isPublished: true,
    })
    if (id === null) throw new Error('A copy has no client id')
    await copyFileUses(trx, articleId, id)
    await requestRendition(trx, enqueue, { companyId: row.company_id, map: articleMap(content.paragraphs) })
    await touchWorkspaceActivity(trx, workspace.id)
    // The copy is not archived, so it must not be placed under an archived parent, where nobody would see it.
    const parentId = parentOf(workspace.order, articleId)
    const isHidden = parentId !== null && (await listArchivedIds(trx, workspace.id)).has(parentId)
    return { id, workspaceOrder: await insertArticleAfter(trx, workspace.id, id, isHidden ? null : articleId) }
  })

const copyTitle = (title: string): string => `Copy of ${title}`.slice(0, articleLimits.titleLength).toWellFormed()
