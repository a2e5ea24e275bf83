/** What comments and reactions receive from articles: who takes part, and the row they are written to. */
import type { Actor } from '../../access/index.ts'
import type { Conversation, ConversationArticles, HeldConversation } from '../../comment/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { readSubject } from '../article.policy.ts'
import { mayEditArticles, mayEditDraft } from '../article-standing.ts'
import { findConversationRow, holdRow, type ConversationRow } from './conversation.queries.ts'

async function find(db: Db, actor: Actor | null, anyId: string): Promise<Conversation | null> {
  const row = await findConversationRow(db, actor, anyId)
  if (row === null) return null
  const found = readSubject(actor, row)
  switch (found?.kind) {
    case 'draft': {
      const isEditor = actor !== null && mayEditDraft(actor, row)
      return { ...ofDraft(row), isEditor, isOpen: isEditor }
    }
    case 'published':
      return { ...ofArticle(row), isEditor: mayEditArticles(row.access), isOpen: !(row.access?.isArchived ?? true) }
    case 'gone':
      return find(db, actor, found.articleId)
    case undefined:
      return isForSharee(actor, row) ? { ...ofArticle(row), isEditor: false, isOpen: true } : null
  }
}

/** Recipients of a share see the published content, and nothing archived. */
const isForSharee = (actor: Actor | null, row: ConversationRow): boolean =>
  row.isShared &&
  !row.isDeleted &&
  !row.isArticleArchived &&
  row.access !== null &&
  !row.access.isArchived &&
  actor?.company?.id === row.companyId

async function hold(trx: Trx, { id, companyId }: Conversation): Promise<HeldConversation | null> {
  const row = await holdRow(trx, id)
  if (row === null || row.companyId !== companyId) return null
  if (!row.isDeleted) return row.isPublished ? ofArticle(row) : ofDraft(row)
  // The draft was published while the comment was being written: it goes to the article.
  const article = row.isPublished && row.originalId !== null ? await holdRow(trx, row.originalId) : null
  return article === null || article.isDeleted ? null : ofArticle(article)
}

type Facts = Pick<ConversationRow, 'id' | 'companyId' | 'workspaceId' | 'originalId' | 'paragraphs'>

const ofArticle = ({ id, companyId, workspaceId, paragraphs }: Facts): HeldConversation => ({
  id,
  companyId,
  workspaceId,
  paragraphs,
  isDraft: false,
  shownIds: [id],
})

const ofDraft = ({ id, companyId, workspaceId, originalId, paragraphs }: Facts): HeldConversation => ({
  id,
  companyId,
  workspaceId,
  paragraphs,
  isDraft: true,
  shownIds: originalId === null ? [id] : [id, originalId],
})

export const conversationArticles: ConversationArticles = { find, hold }
