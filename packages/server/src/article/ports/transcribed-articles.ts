/** The access of transcripts to articles. */
import type { Actor } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { TranscribedArticle, TranscribedArticles } from '../../transcription/index.ts'
import { mayWatchSources } from '../article-access.ts'
import { resolveSubject } from '../article.policy.ts'
import { commentArticles } from './comment-articles.ts'
import { findCommentedArticleRow } from './commented-article.queries.ts'
import { listAllowedExports } from './exported-tab.ts'

/** Those who see the comments may watch, and so may read what is said. */
async function findTranscribed(db: Db, actor: Actor | null, anyId: string): Promise<TranscribedArticle | null> {
  const found = await commentArticles.find(db, actor, anyId)
  if (found === null) return null
  const row = await findCommentedArticleRow(db, actor, found.id)
  if (row === null) return null
  const subject = resolveSubject(actor, row)
  const authorId = row.originalId === null ? row.authorId : row.originalAuthorId
  return {
    id: found.id,
    companyId: found.companyId,
    title: row.title,
    paragraphs: found.paragraphs,
    isEditor: found.isEditor && !row.isArticleArchived,
    hasSources: subject !== null && (subject.kind === 'draft' || mayWatchSources(actor, { ...row, authorId })),
  }
}

export const transcribedArticles: TranscribedArticles = { find: findTranscribed, listEditable: listAllowedExports }
