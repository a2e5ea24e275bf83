import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Member } from '../access/index.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { deleteThread, lockComment } from './comment-write.queries.ts'
import type { Conversation } from './conversation-articles.ts'
import { tellPages, type ConversationParts } from './conversation-parts.ts'
import { requireOwnOrEditor } from './update-comment.ts'

/** With its replies and the reactions that came with them; who was told of any of it is told no more. */
export async function removeComment(
  { db, articles, news }: ConversationParts,
  actor: Member,
  conversation: Conversation,
  commentId: string,
): Promise<void> {
  await runTransaction(db, async (trx) => {
    const held = await articles.hold(trx, conversation)
    const comment = held && (await lockComment(trx, held.shownIds, commentId))
    if (held === null || comment === null) throw new AppError('not_found')
    requireOwnOrEditor(actor, conversation, comment)
    await news.withdrawComments(trx, await deleteThread(trx, comment.id))
    await tellPages(trx, held.shownIds, 'comments', 'reactions')
  })
}
