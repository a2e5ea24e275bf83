import { mayChangeContribution } from '../comment.policy.ts'
import type { reactionCalls } from '@knowreel/shared/comment/reaction.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import type * as z from 'zod'
import type { Member } from '../../access/index.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { anchorInParagraph } from '../comment-anchor.ts'
import { lockComment } from '../comment-write.queries.ts'
import type { CommentedArticle } from '../article-sync/comment-articles.ts'
import { notifyPages, type CommentDependencies } from '../article-sync/comment-dependencies.ts'
import { findReactionByClientId, insertReaction, deleteReaction, findReaction } from './reaction.queries.ts'

type NewReactionInput = z.output<(typeof reactionCalls)['create']['body']>

/**
 * Returns the id; for a retry, that of the reaction created before. Only the author of a comment may attach one to it.
 */
export async function createReaction(
  { db, articles }: CommentDependencies,
  actor: Member,
  article: CommentedArticle,
  { icon, time, paragraphId, ...input }: NewReactionInput,
): Promise<string> {
  const [clientId, commentId] = [input.clientId ?? null, input.commentId ?? null]
  const madeId = await runTransaction(db, async (trx) => {
    const held = await articles.lock(trx, article)
    if (held === null) throw new AppError('not_found')
    if (commentId !== null) {
      const comment = isUuid(commentId) ? await lockComment(trx, held.shownIds, commentId) : null
      if (comment === null || comment.author_id !== actor.userId) throw new AppError('unknown_comment')
    }
    const anchor = anchorInParagraph(held.paragraphs, paragraphId, time)
    if (anchor === null) throw new AppError('unknown_paragraph')
    const made = await insertReaction(trx, {
      articleId: held.id,
      authorId: actor.userId,
      clientId,
      commentId,
      icon,
      anchor,
      createdAt: new Date(),
    })
    await notifyPages(trx, [held.id], 'reactions', ...(commentId === null ? [] : (['comments'] as const)))
    return made
  })
  const id = madeId ?? (clientId === null ? null : await findReactionByClientId(db, actor.userId, clientId))
  if (id === null) throw new AppError('not_found')
  return id
}

/** The comment it came with stays. */
export async function removeReaction(
  { db, articles }: CommentDependencies,
  actor: Member,
  article: CommentedArticle,
  reactionId: string,
): Promise<void> {
  await runTransaction(db, async (trx) => {
    const held = await articles.lock(trx, article)
    const reaction = held && (await findReaction(trx, held.shownIds, reactionId))
    if (held === null || reaction === null) throw new AppError('not_found')
    if (!mayChangeContribution(actor, article, reaction.author_id)) throw new AppError('reaction_not_yours')
    await deleteReaction(trx, reaction.id)
    await notifyPages(
      trx,
      [reaction.article_id],
      'reactions',
      ...(reaction.comment_id === null ? [] : (['comments'] as const)),
    )
  })
}
