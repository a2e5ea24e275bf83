/**
 * Tells people of one event, inside the transaction in which it happens: the notifications, the mails that will be due,
 * and a word to their open pages. Whether they still see the article is asked again when it is read and when a mail leaves.
 */
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { Trx } from '../platform/database/db.ts'
import { emitLive } from '../platform/database/live-events.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import { askForMails } from './ask-for-mails.ts'
import { notificationKey } from './live-keys.ts'
import {
  deleteReadItems,
  findListeners,
  insertItems,
  lockTelling,
  replaceItems,
  saveNotifications,
  type Listener,
  type People,
  type TellingOf,
  type Told,
} from './tell.queries.ts'

/** A mail is held for this long: what is deleted at once was never said. */
export const heldMs = 60_000

/** Gives how many people were told. */
export async function tellPeople(
  { trx, enqueue }: { readonly trx: Trx; readonly enqueue: Enqueue },
  telling: TellingOf,
  people: People,
  excerpt: string | null = null,
): Promise<number> {
  await lockTelling(trx, telling.articleId)
  const listeners = await findListeners(trx, people, telling)
  if (listeners.length === 0) return 0
  const told = listeners.map((listener) => toTold(listener, telling.now))
  await saveNotifications(trx, telling, told)
  if (telling.type === 'comment_mention') {
    await deleteReadItems(
      trx,
      listeners.flatMap(({ openId, isOpenRead }) => (openId !== null && isOpenRead ? [openId] : [])),
    )
    await insertItems(trx, telling, excerpt, told)
  } else {
    await replaceItems(
      trx,
      telling,
      told.filter(({ isOpen }) => isOpen),
    )
    await insertItems(
      trx,
      telling,
      excerpt,
      told.filter(({ isOpen }) => !isOpen),
    )
  }
  await askForMails(
    { trx, enqueue },
    telling.articleId,
    told.flatMap(({ mailDueAt }) => mailDueAt ?? []),
  )
  await emitLive(trx, { type: 'notification', keys: told.map(notificationKey) })
  return told.length
}

function toTold({ openId, mail, digestDueAt, ...listener }: Listener, now: Date): Told {
  const dueAt = mail === 'daily' ? digestDueAt : new Date(now.getTime() + heldMs)
  return {
    notificationId: openId ?? newId(),
    isOpen: openId !== null,
    userId: listener.userId,
    companyId: listener.companyId,
    reason: listener.reason,
    mail,
    mailDueAt: mail === null ? null : dueAt,
  }
}
