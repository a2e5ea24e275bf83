/** The queries that sharing uses on articles. */
import { orderIds } from '@knowreel/shared/workspace/order-tree.rules.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isColleague } from '../../access/index.ts'
import type { ShareArticles } from '../../share/index.ts'
import { findOrder } from '../../workspace/index.ts'
import { listVisibleEntries } from '../list/article-list.queries.ts'
import { mayEditArticles } from '../article-access.ts'
import { loadPublished } from '../article.policy.ts'
import { findPublishedRow, listArchivedIds } from '../article.queries.ts'
import { runArticleTransaction, lockArticles } from '../move/lock-articles.ts'
import { showPublished } from '../read/read-article.ts'
import { commentArticles } from './comment-articles.ts'

export const shareArticles: ShareArticles = {
  findVisible: async (db, actor, anyId) => {
    const found = await loadPublished(db, actor, anyId)
    if (found === null) return null
    const { id, shortId, companyId, authorId, access } = found
    return {
      id,
      shortId,
      companyId,
      authorId,
      workspaceId: access?.id ?? null,
      rank: access?.rank ?? 0,
      isEditable: mayEditArticles(access),
    }
  },
  findFirst: async (db, workspaceId) => {
    const [found, archived] = await Promise.all([findOrder(db, workspaceId), listArchivedIds(db, workspaceId)])
    return orderIds(found?.order ?? []).find((id) => !archived.has(id)) ?? null
  },
  withLockedArticle: (db, actor, articleId, work) =>
    runArticleTransaction(db, async (trx) => {
      const row = (await lockArticles(trx, actor, [articleId])).articles.get(articleId)
      if (row === undefined || row.deleted_at !== null || row.published_at === null) throw new AppError('not_found')
      return work(trx, { id: row.id, companyId: row.company_id, isArchived: row.is_archived })
    }),
  readPublished: async ({ db, signAddress }, articleId) => {
    const row = await findPublishedRow(db, null, articleId)
    if (row === null) return null
    // Recipients learn neither the location of the article nor its surroundings.
    const parents = { find: async () => null }
    return showPublished({ db, signAddress, parents }, null, { ...row, workspace: null, accept_session_id: null })
  },
  mayComment: async (db, actor, articleId) => {
    const found = await commentArticles.find(db, actor, articleId)
    return found !== null && found.isOpen && isColleague(actor, found)
  },
  listEntries: listVisibleEntries,
}
