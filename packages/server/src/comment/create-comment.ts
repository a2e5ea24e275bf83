/**
 * Writes a comment or a reply, with the timeline reaction that came with it, in one transaction. The article is locked,
 * so that a publish happens before or after: if the draft has ended by then, the comment goes to the article.
 */
import type { commentCalls } from '@knowreel/shared/comment/comment.calls.ts'
import type { VideoReaction } from '@knowreel/shared/comment/comment.wire.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isUuid, newId } from '@knowreel/shared/identity/ids.ts'
import { anchorAt } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type * as z from 'zod'
import type { Member } from '../access/index.ts'
import type { Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { touchWorkspaceActivity } from '../workspace/index.ts'
import { cleanComment } from './clean-comment.ts'
import { anchorInParagraph } from './comment-anchor.ts'
import {
  findCommentByClientId,
  insertComment,
  listThreadAuthors,
  lockComment,
  setResolved,
  type LockedComment,
} from './comment-write.queries.ts'
import type { CommentedArticle, LockedCommentedArticle } from './article-sync/comment-articles.ts'
import { notifyPages, type CommentDependencies } from './article-sync/comment-dependencies.ts'
import { insertReaction } from './reaction/reaction.queries.ts'

export type NewCommentInput = z.output<(typeof commentCalls)['create']['body']>['newComment']

/** Returns the id; for a retry, that of the comment created before. */
export async function createComment(
  { db, articles, notifier }: CommentDependencies,
  actor: Member,
  article: CommentedArticle,
  input: NewCommentInput,
): Promise<string> {
  const clientId = input.clientId ?? null
  const words = await cleanComment(db, article.companyId, input.content)
  const made = await runTransaction(db, async (trx) => {
    // The lock order is workspace before article, as everywhere.
    const { workspaceId, isDraft } = article
    if (!isDraft && workspaceId !== null) await touchWorkspaceActivity(trx, workspaceId)
    const held = await articles.lock(trx, article)
    if (held === null) throw new AppError('not_found')
    const thread = input.parentId ? await reopenThread(trx, held, input.parentId) : null
    const parentAuthorIds = thread === null ? [] : await listThreadAuthors(trx, thread.id)
    const comment = {
      id: newId(),
      articleId: held.id,
      authorId: actor.userId,
      clientId,
      parentId: thread?.id ?? null,
      content: words.content,
      plainText: words.plainText,
      quote: input.quote ?? null,
      anchor: typeof input.timestamp === 'number' ? anchorAt(held.paragraphs, input.timestamp) : null,
      createdAt: new Date(),
    }
    if (!(await insertComment(trx, comment))) return null
    if (input.videoReaction) await addReaction(trx, held, comment, input.videoReaction)
    await notifyPages(trx, [held.id, thread?.article_id ?? held.id], 'comments')
    await notifier.notifyOfComment(trx, {
      commentId: comment.id,
      articleId: held.id,
      authorId: actor.userId,
      mentionedIds: words.mentionedIds,
      parentAuthorIds,
      plainText: words.plainText,
    })
    return comment.id
  })
  const id = made ?? (clientId === null ? null : await findCommentByClientId(db, actor.userId, clientId))
  if (id === null) throw new AppError('unknown_comment')
  return id
}

/** The first comment of the thread, locked. A reply to a reply goes there too; a reply reopens a resolved thread. */
async function reopenThread(trx: Trx, held: LockedCommentedArticle, parentId: string): Promise<LockedComment> {
  const answered = isUuid(parentId) ? await lockComment(trx, held.shownIds, parentId) : null
  const first =
    answered === null || answered.parent_id === null
      ? answered
      : await lockComment(trx, held.shownIds, answered.parent_id)
  if (first === null) throw new AppError('unknown_comment')
  await setResolved(trx, first.id, null)
  return first
}

type CreatedComment = { readonly id: string; readonly authorId: string; readonly createdAt: Date }

async function addReaction(
  trx: Trx,
  held: LockedCommentedArticle,
  comment: CreatedComment,
  reaction: VideoReaction,
): Promise<void> {
  const anchor = anchorInParagraph(held.paragraphs, reaction.paragraphId, reaction.currentParagraphTime)
  if (anchor === null) throw new AppError('unknown_paragraph')
  await insertReaction(trx, {
    articleId: held.id,
    authorId: comment.authorId,
    clientId: null,
    commentId: comment.id,
    icon: reaction.icon,
    anchor,
    createdAt: comment.createdAt,
  })
  await notifyPages(trx, [held.id], 'reactions')
}
