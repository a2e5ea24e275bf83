/**
 * Changes and deletes comments. The author and editors may change the text and time, or delete it; anyone who may comment
 * may resolve a thread and add emojis. Each field states the desired value, so a retry changes nothing.
 */
import { mayChangeContribution } from './comment.policy.ts'
import type { commentCalls } from '@knowreel/shared/comment/comment.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { anchorAt } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type * as z from 'zod'
import type { Member } from '../access/index.ts'
import type { Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { cleanComment, type CleanComment } from './clean-comment.ts'
import {
  deleteEmoji,
  insertEmoji,
  lockComment,
  setResolved,
  updateAnchor,
  updateCommentText,
  type LockedComment,
  deleteThread,
} from './comment-write.queries.ts'
import type { CommentedArticle, LockedCommentedArticle } from './article-sync/comment-articles.ts'
import { notifyPages, type CommentDependencies } from './article-sync/comment-dependencies.ts'

export type CommentChange = z.output<(typeof commentCalls)['update']['body']>['updatedContent']

export async function updateComment(
  dependencies: CommentDependencies,
  actor: Member,
  article: CommentedArticle,
  commentId: string,
  change: CommentChange,
): Promise<void> {
  const { db, articles } = dependencies
  const words = change.content === undefined ? null : await cleanComment(db, article.companyId, change.content)
  await runTransaction(db, async (trx) => {
    const held = await articles.lock(trx, article)
    const comment = held && (await lockComment(trx, held.shownIds, commentId))
    if (held === null || comment === null) throw new AppError('not_found')
    if (change.content !== undefined || change.timestamp !== undefined) requireOwnOrEditor(actor, article, comment)
    if (words !== null && words.content !== comment.content)
      await changeCommentText(dependencies, trx, { actor, comment, text: words })
    if (change.timestamp !== undefined) await updateAnchor(trx, comment.id, anchorOf(held, change.timestamp))
    if (change.isResolved !== undefined)
      await setResolved(trx, comment.parent_id ?? comment.id, change.isResolved ? actor.userId : null)
    await notifyPages(trx, [comment.article_id], 'comments')
    if (change.reaction !== undefined) {
      const { content, isOn } = change.reaction
      await (isOn ? insertEmoji : deleteEmoji)(trx, { commentId: comment.id, userId: actor.userId, content })
    }
  })
}

export function requireOwnOrEditor(actor: Member, article: CommentedArticle, comment: LockedComment): void {
  if (!mayChangeContribution(actor, article, comment.author_id)) throw new AppError('comment_not_yours')
}

const anchorOf = ({ paragraphs }: LockedCommentedArticle, timestamp: number | null) =>
  timestamp === null ? null : anchorAt(paragraphs, timestamp)

type TextChange = { readonly actor: Member; readonly comment: LockedComment; readonly text: CleanComment }

async function changeCommentText(
  { notifier }: CommentDependencies,
  trx: Trx,
  { actor, comment, text }: TextChange,
): Promise<void> {
  const { content, plainText, mentionedIds } = text
  await updateCommentText(trx, comment, { content, plainText, editorId: actor.userId })
  await notifier.notifyOfChangedComment(trx, {
    commentId: comment.id,
    articleId: comment.article_id,
    authorId: actor.userId,
    mentionedIds,
    plainText,
  })
}

/** Also deletes its replies and their reactions, and withdraws the notifications about all of them. */
export async function removeComment(
  { db, articles, notifier }: CommentDependencies,
  actor: Member,
  article: CommentedArticle,
  commentId: string,
): Promise<void> {
  await runTransaction(db, async (trx) => {
    const held = await articles.lock(trx, article)
    const comment = held && (await lockComment(trx, held.shownIds, commentId))
    if (held === null || comment === null) throw new AppError('not_found')
    requireOwnOrEditor(actor, article, comment)
    await notifier.withdrawComments(trx, await deleteThread(trx, comment.id))
    await notifyPages(trx, held.shownIds, 'comments', 'reactions')
  })
}
