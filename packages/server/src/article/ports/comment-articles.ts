/** The access of comments and reactions to articles: who takes part, and the row they are written to. */
import type { Actor } from '../../access/index.ts'
import type { CommentedArticle, CommentArticles, LockedCommentedArticle } from '../../comment/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { resolveSubject } from '../article.policy.ts'
import { isOpenToComments, mayEditArticles, mayEditDraft } from '../article-access.ts'
import { findCommentedArticleRow, lockRowForShare, type CommentedArticleRow } from './commented-article.queries.ts'

async function findCommented(db: Db, actor: Actor | null, anyId: string): Promise<CommentedArticle | null> {
  const row = await findCommentedArticleRow(db, actor, anyId)
  if (row === null) return null
  const found = resolveSubject(actor, row)
  switch (found?.kind) {
    case 'draft': {
      const isEditor = actor !== null && mayEditDraft(actor, row)
      return { ...commentedDraft(row), isEditor, isOpen: isEditor }
    }
    case 'published':
      return {
        ...commentedArticle(row),
        isEditor: mayEditArticles(row.access),
        isOpen: isOpenToComments(row.access),
      }
    case 'gone':
      return findCommented(db, actor, found.articleId)
    case undefined:
      return isVisibleToRecipient(actor, row)
        ? { ...commentedArticle(row), isEditor: false, isOpen: row.mayCommentByName }
        : null
  }
}

/** Recipients of a share see the published content, and nothing archived. */
const isVisibleToRecipient = (actor: Actor | null, row: CommentedArticleRow): boolean =>
  row.isShared &&
  !row.isDeleted &&
  !row.isArticleArchived &&
  row.access !== null &&
  !row.access.isArchived &&
  actor?.company?.id === row.companyId

async function lockCommented(trx: Trx, { id, companyId }: CommentedArticle): Promise<LockedCommentedArticle | null> {
  const row = await lockRowForShare(trx, id)
  if (row === null || row.companyId !== companyId) return null
  if (!row.isDeleted) return row.isPublished ? commentedArticle(row) : commentedDraft(row)
  // The draft was published while the comment was being written: it goes to the article.
  const article = row.isPublished && row.originalId !== null ? await lockRowForShare(trx, row.originalId) : null
  return article === null || article.isDeleted ? null : commentedArticle(article)
}

type CommentedColumns = Pick<CommentedArticleRow, 'id' | 'companyId' | 'workspaceId' | 'originalId' | 'paragraphs'>

const commentedArticle = ({ id, companyId, workspaceId, paragraphs }: CommentedColumns): LockedCommentedArticle => ({
  id,
  companyId,
  workspaceId,
  paragraphs,
  isDraft: false,
  shownIds: [id],
})

const commentedDraft = ({
  id,
  companyId,
  workspaceId,
  originalId,
  paragraphs,
}: CommentedColumns): LockedCommentedArticle => ({
  id,
  companyId,
  workspaceId,
  paragraphs,
  isDraft: true,
  shownIds: originalId === null ? [id] : [id, originalId],
})

export const commentArticles: CommentArticles = { find: findCommented, lock: lockCommented }
