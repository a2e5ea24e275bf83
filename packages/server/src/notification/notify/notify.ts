/**
 * Called by other features when something happens, inside the transaction in which it happens. `src/app` injects these
 * functions, so that no other feature depends on notifications.
 */
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { Trx } from '../../platform/database/db.ts'
import { emitLive } from '../../platform/database/live-events.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { dropComments, dropMentions, moveNotifications, saveExcerpt } from './comment.queries.ts'
import { followImplicitly, moveFollows } from '../follow/follow.queries.ts'
import { notificationKey } from '../live/live-keys.ts'
import { notifyArticlePublished } from './notify-article-published.job.ts'
import { peopleMentioned, peopleSharedWith, peopleOfComment } from './notify.queries.ts'
import { notifyPeople } from './notify-people.ts'

export type CommentEvent = {
  readonly commentId: string
  readonly articleId: string
  readonly authorId: string
  readonly mentionedIds: readonly string[]
  /** The authors of the thread that it replies to. */
  readonly parentAuthorIds: readonly string[]
  /** Its text; notifications show its beginning. */
  readonly plainText: string
}

export type ShareEvent = {
  readonly articleId: string
  readonly byId: string
  readonly userIds: readonly string[]
  readonly groupIds: readonly string[]
}

export type PublishEvent = {
  readonly articleId: string
  readonly publisherId: string
  /** Published with notification, outside a personal workspace. */
  readonly isToAll: boolean
  readonly mentionedIds: readonly string[]
}

export type Notifier = {
  readonly notifyOfComment: (trx: Trx, comment: CommentEvent) => Promise<void>
  /**
   * A comment was changed: newly mentioned people are notified, and notifications of people no longer mentioned are
   * withdrawn.
   */
  readonly notifyOfChangedComment: (trx: Trx, comment: Omit<CommentEvent, 'parentAuthorIds'>) => Promise<void>
  readonly withdrawComments: (trx: Trx, commentIds: readonly string[]) => Promise<void>
  /** Shared with these by name; only people who can see the article at that time are notified. */
  readonly notifyOfShare: (trx: Trx, share: ShareEvent) => Promise<void>
  /** Moves the notifications and followers of one article to another. */
  readonly moveNotifications: (trx: Trx, articleId: string, targetId: string) => Promise<void>
  readonly notifyOfPublish: (trx: Trx, publish: PublishEvent) => Promise<void>
  /** The owner of an article is to check whether it is still true. */
  readonly notifyOfReview: (trx: Trx, review: { readonly articleId: string; readonly ownerId: string }) => Promise<void>
}

const excerptLength = 200

const cutExcerpt = (text: string): string | null => {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  if (line === '') return null
  return line.length > excerptLength ? `${line.slice(0, excerptLength - 1).toWellFormed()}…` : line
}

export const createNotifier = (enqueue: Enqueue, clock: () => Date = () => new Date()): Notifier => ({
  notifyOfComment: async (trx, { commentId, articleId, authorId, mentionedIds, parentAuthorIds, plainText }) => {
    await followImplicitly(trx, { articleId, userId: authorId })
    const event = { type: 'comment_mention', articleId, eventId: commentId, byId: authorId, now: clock() } as const
    const people = peopleOfComment({ articleId, mentionedIds, parentAuthorIds })
    await notifyPeople({ trx, enqueue }, event, people, cutExcerpt(plainText))
  },

  notifyOfChangedComment: async (trx, { commentId, articleId, authorId, mentionedIds, plainText }) => {
    const dropped = await dropMentions(trx, commentId, mentionedIds)
    await saveExcerpt(trx, commentId, cutExcerpt(plainText))
    await emitLive(trx, { type: 'notification', keys: dropped.map(notificationKey) })
    const event = { type: 'comment_mention', articleId, eventId: commentId, byId: authorId, now: clock() } as const
    await notifyPeople({ trx, enqueue }, event, peopleMentioned(mentionedIds), cutExcerpt(plainText))
  },

  withdrawComments: async (trx, commentIds) => {
    const dropped = await dropComments(trx, commentIds)
    await emitLive(trx, { type: 'notification', keys: dropped.map(notificationKey) })
  },

  notifyOfShare: async (trx, { articleId, byId, userIds, groupIds }) => {
    const event = { type: 'article_shared', articleId, eventId: newId(), byId, now: clock() } as const
    await notifyPeople({ trx, enqueue }, event, peopleSharedWith(userIds, groupIds))
  },

  notifyOfReview: async (trx, { articleId, ownerId }) => {
    const event = { type: 'article_review', articleId, eventId: newId(), byId: null, now: clock() } as const
    await notifyPeople({ trx, enqueue }, event, peopleSharedWith([ownerId]))
  },

  moveNotifications: async (trx, articleId, targetId) => {
    await moveNotifications(trx, articleId, targetId)
    await moveFollows(trx, articleId, targetId)
  },

  notifyOfPublish: async (trx, { articleId, publisherId, isToAll, mentionedIds }) => {
    await followImplicitly(trx, { articleId, userId: publisherId })
    if (!isToAll && mentionedIds.length === 0) return
    const publicationId = newId()
    await enqueue(trx, notifyArticlePublished, {
      publicationId,
      articleId,
      publisherId,
      isToAll,
      mentionedIds: [...mentionedIds],
    })
  },
})
