import type { Notification } from '@knowreel/shared/notification/notification.calls.ts'
import type { Member, SignAddress } from '../../access/index.ts'
import { toPerson, createPersonView } from '../../person/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { memberIdentity, toArticleWorkspace } from '../../workspace/index.ts'
import { listNotifications, type NotificationRow } from './list.queries.ts'

type Dependencies = {
  readonly db: Db
  readonly signAddress: SignAddress
  readonly findSettled: () => Promise<Date>
}
type NotificationList = { notifications: Notification[]; time: number; count: number }

/** Smaller numbers are seconds before now. */
const minAbsoluteTime = 1e9

export async function readNotifications(
  { db, signAddress, findSettled }: Dependencies,
  actor: Member,
  t: number | undefined,
  now = new Date(),
): Promise<NotificationList> {
  const member = memberIdentity(actor)
  if (member === null) return { notifications: [], time: 0, count: 0 }
  // Read before the list: anything written in between is returned by the next request.
  const settled = await findSettled()
  const since = t === undefined ? null : new Date(t < minAbsoluteTime ? now.getTime() - t * 1000 : t * 1000)
  const { rows, count } = await listNotifications(db, member, since)
  const view = createPersonView(actor, { companyId: member.companyId, workspaceId: null }, signAddress)
  return {
    notifications: rows.map((row) => toNotification(row, (person) => toPerson(person, view))),
    time: settled.getTime() / 1000,
    count,
  }
}

function toNotification(
  row: NotificationRow,
  toUser: (person: NotificationRow['user']) => Notification['user'],
): Notification {
  const { article, commentId, excerpt, sharedToken } = row
  const workspace = row.workspace === null ? null : toArticleWorkspace(row.workspace)
  return {
    id: row.id,
    type: row.type,
    isNew: row.isNew,
    time: new Date(row.time).toISOString(),
    user: toUser(row.user),
    // A mention in a note has no reason besides its type.
    reason: row.type === 'comment_mention' ? row.reason : null,
    payload: {
      articleTitle: article.title,
      articleShortId: article.shortId,
      articleId: article.id,
      articleSlug: article.slug,
      workspaceTitle: workspace?.title ?? null,
      workspaceShortId: workspace?.shortId ?? null,
      workspaceSlug: workspace?.slug ?? null,
      commentId,
      excerpt,
      isDraft: article.isDraft,
      sharedToken,
    },
  }
}
