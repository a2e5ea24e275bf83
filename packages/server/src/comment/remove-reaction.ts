import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Member } from '../access/index.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import type { Conversation } from './conversation-articles.ts'
import { tellPages, type ConversationParts } from './conversation-parts.ts'
import { deleteReaction, findReaction } from './reaction.queries.ts'

/** The comment it came with stays. */
export async function removeReaction(
  { db, articles }: ConversationParts,
  actor: Member,
  conversation: Conversation,
  reactionId: string,
): Promise<void> {
  await runTransaction(db, async (trx) => {
    const held = await articles.hold(trx, conversation)
    const reaction = held && (await findReaction(trx, held.shownIds, reactionId))
    if (held === null || reaction === null) throw new AppError('not_found')
    if (reaction.author_id !== actor.userId && !conversation.isEditor) throw new AppError('reaction_not_yours')
    await deleteReaction(trx, reaction.id)
    await tellPages(
      trx,
      [reaction.article_id],
      'reactions',
      ...(reaction.comment_id === null ? [] : (['comments'] as const)),
    )
  })
}
