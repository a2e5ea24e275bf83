/**
 * Notifies people of one event, inside the transaction in which it happens (a publish enqueues a job for it): saves notifications, schedules emails, and
 * signals open pages. Access to the article is checked again when the notification is read and when an email is sent.
 */
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { Trx } from '../../platform/database/db.ts'
import { emitLive } from '../../platform/database/live-events.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { notificationKey } from '../live/live-keys.ts'
import {
  deleteReadItems,
  findRecipients,
  insertItems,
  lockArticleNotifications,
  replaceItems,
  saveNotifications,
  type NotificationRecipient,
  type PeopleQuery,
  type NotifiedEvent,
  type WrittenNotification,
} from './notify.queries.ts'
import { collectNotificationMails } from '../mail/collect-notification-mails.job.ts'

/** Emails are held for this long, so that something deleted immediately is never sent. */
export const mailDelayMs = 60_000

/** Returns how many people were notified. */
export async function notifyPeople(
  { trx, enqueue }: { readonly trx: Trx; readonly enqueue: Enqueue },
  event: NotifiedEvent,
  people: PeopleQuery,
  excerpt: string | null = null,
): Promise<number> {
  await lockArticleNotifications(trx, event.articleId)
  const recipients = await findRecipients(trx, people, event)
  if (recipients.length === 0) return 0
  const notifications = recipients.map((recipient) => toWrittenNotification(recipient, event.now))
  await saveNotifications(trx, event, notifications)
  if (event.type === 'comment_mention') {
    await deleteReadItems(
      trx,
      recipients.flatMap(({ openId, isOpenRead }) => (openId !== null && isOpenRead ? [openId] : [])),
    )
    await insertItems(trx, event, excerpt, notifications)
  } else {
    await replaceItems(
      trx,
      event,
      notifications.filter(({ isOpen }) => isOpen),
    )
    await insertItems(
      trx,
      event,
      excerpt,
      notifications.filter(({ isOpen }) => !isOpen),
    )
  }
  await enqueueMails(
    { trx, enqueue },
    event.articleId,
    notifications.flatMap(({ mailDueAt }) => mailDueAt ?? []),
  )
  await emitLive(trx, { type: 'notification', keys: notifications.map(notificationKey) })
  return notifications.length
}

function toWrittenNotification(
  { openId, mail, digestDueAt, ...recipient }: NotificationRecipient,
  now: Date,
): WrittenNotification {
  const dueAt = mail === 'daily' ? digestDueAt : new Date(now.getTime() + mailDelayMs)
  return {
    notificationId: openId ?? newId(),
    isOpen: openId !== null,
    userId: recipient.userId,
    companyId: recipient.companyId,
    reason: recipient.reason,
    mail,
    mailDueAt: mail === null ? null : dueAt,
  }
}

const dueTimeStepMs = 15_000

/**
 * Queues the jobs that collect the emails due at these times. Times are rounded up, so that events within a quarter of
 * a minute share one job; there is one per article, so that concurrent events of other articles do not wait.
 */
async function enqueueMails(
  { trx, enqueue }: { readonly trx: Trx; readonly enqueue: Enqueue },
  articleId: string,
  dueTimes: readonly Date[],
): Promise<void> {
  const times = new Set(dueTimes.map((time) => Math.ceil(time.getTime() / dueTimeStepMs) * dueTimeStepMs))
  for (const time of [...times].toSorted((one, other) => one - other)) {
    const startAfter = new Date(time)
    const singletonKey = `${articleId} ${startAfter.toISOString()}`
    await enqueue(trx, collectNotificationMails, {}, { startAfter, singletonKey })
  }
}
