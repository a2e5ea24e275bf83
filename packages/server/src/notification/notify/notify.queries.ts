/** The people who are notified of an event, and the rows that store it. */
import type { NotificationType } from '@knowreel/shared/notification/notification.calls.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../../platform/database/db.ts'
import { accessRankOf } from '../../workspace/index.ts'
import { mailChoiceColumn } from '../mail/mail-choice.ts'
import type { Reason } from '../notification.tables.ts'
import { memberIdentityColumns, isArticleVisible, joinArticle } from '../visible-article.ts'

/** Columns `user_id` and `reason`; a person may appear more than once. */
export type PeopleQuery = RawBuilder<unknown>

/** Events with the same article, type and person within this time are one notification and one email. */
export const mergeWindowMs = 10 * 60_000

/** An event that people are notified of. */
export type NotifiedEvent = {
  readonly type: NotificationType
  readonly articleId: string
  /** For publishes, ids increase with time. */
  readonly eventId: string
  /** Null for reminders, which nobody causes. */
  readonly byId: string | null
  readonly now: Date
}

export type NotificationRecipient = {
  readonly userId: string
  readonly companyId: string
  readonly reason: Reason | null
  readonly mail: 'instant' | 'daily' | null
  /** When the next digest of this person is sent. */
  readonly digestDueAt: Date
  /** The notification that receives the event. */
  readonly openId: string | null
  readonly isOpenRead: boolean
}

/** Two events of one article must see each other's notifications: the second waits for the first to commit. */
export async function lockArticleNotifications(trx: Trx, articleId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('notifications of ' || ${articleId}::text, 0))`.execute(trx)
}

const reasonStrength = (reason: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce(array_position(array['mention', 'reply', 'follow'], ${reason}), 4)`

/**
 * Recipients who can see the article now, each with the strongest reason. Excludes the person who caused the event and
 * people already notified of it.
 */
export async function findRecipients(
  trx: Trx,
  people: PeopleQuery,
  event: NotifiedEvent,
): Promise<NotificationRecipient[]> {
  const { type, articleId, eventId, byId, now } = event
  // A late publish event does not notify people who were already notified of a later one.
  const isKnown = type === 'article_publish' ? sql`i.event_id >= ${eventId}::uuid` : sql`i.event_id = ${eventId}::uuid`
  const { rows } = await sql<NotificationRecipient>`
    select m.user_id as "userId", m.company_id as "companyId", p.reason,
      case when f.is_mail_off then null else nullif(${mailChoiceColumn(sql`${type}::text`, sql`p.reason`)}, 'never') end as mail,
      ${digestDue(now)} as "digestDueAt",
      open.id as "openId", open.read_at is not null as "isOpenRead"
    from (select ${articleId}::uuid as id) asked
    ${joinArticle('asked.id')}
    join company_members m on m.company_id = a.company_id and m.status = 'active'
    join (
      select distinct on (user_id) user_id, reason from (${people}) named
      order by user_id, ${reasonStrength(sql`reason`)}
    ) p on p.user_id = m.user_id
    left join notification_settings s on s.user_id = m.user_id and s.company_id = m.company_id
    left join article_follows f on f.user_id = m.user_id and f.article_id = coalesce(a.original_id, a.id)
    left join lateral (
      select n.id, n.read_at from notifications n
      where n.article_id = d.id and n.type = ${type} and n.user_id = m.user_id
        and n.began_at > ${new Date(now.getTime() - mergeWindowMs)}::timestamptz
      order by n.began_at desc
      limit 1
    ) open on true
    where m.user_id is distinct from ${byId}::uuid and ${isArticleVisible(memberIdentityColumns)}
      and not exists (
        select from notifications n
        join notification_items i on i.notification_id = n.id
        where n.article_id = d.id and n.type = ${type} and n.user_id = m.user_id
          and ${isKnown} and ${reasonStrength(sql`i.reason`)} <= ${reasonStrength(sql`p.reason`)}
      )
    order by m.user_id
  `.execute(trx)
  return rows
}

/** The next eight o'clock in the person's time zone. */
function digestDue(now: Date): RawBuilder<Date> {
  const local = sql`(${now}::timestamptz at time zone coalesce(s.time_zone, 'UTC'))`
  return sql<Date>`((
    date_trunc('day', ${local}) + case when ${local}::time < time '08:00' then interval '8 hours' else interval '1 day 8 hours' end
  ) at time zone coalesce(s.time_zone, 'UTC'))`
}

export type WrittenNotification = {
  readonly notificationId: string
  readonly isOpen: boolean
  readonly userId: string
  readonly companyId: string
  readonly reason: Reason | null
  readonly mail: 'instant' | 'daily' | null
  readonly mailDueAt: Date | null
}

const notificationRows = (
  notified: readonly WrittenNotification[],
) => sql`jsonb_to_recordset(${JSON.stringify(notified)}::jsonb) as notified (
  "notificationId" uuid, "isOpen" boolean, "userId" uuid, "companyId" uuid, reason text, mail text,
  "mailDueAt" timestamptz
)`

/** Creates notifications, and marks those that receive the event as new again. */
export async function saveNotifications(
  trx: Trx,
  { type, articleId, now }: NotifiedEvent,
  notified: readonly WrittenNotification[],
) {
  await sql`
    with notified as (select * from ${notificationRows(notified)}),
    renewed as (
      update notifications n set notified_at = ${now}, changed_at = now(), read_at = null
      from notified where notified."isOpen" and n.id = notified."notificationId"
    )
    insert into notifications (id, company_id, user_id, type, article_id, began_at, notified_at)
    select "notificationId", "companyId", "userId", ${type}, ${articleId}::uuid, ${now}, ${now}
    from notified where not "isOpen"
  `.execute(trx)
}

/** Read items are removed: from now on the notification shows only what came later. */
export async function deleteReadItems(trx: Trx, notificationIds: readonly string[]): Promise<void> {
  if (notificationIds.length === 0) return
  await trx.deleteFrom('notification_items').where('notification_id', 'in', notificationIds).execute()
}

export async function insertItems(
  trx: Trx,
  { eventId, byId, now }: NotifiedEvent,
  excerpt: string | null,
  notified: readonly WrittenNotification[],
): Promise<void> {
  await sql`
    insert into notification_items
      (notification_id, event_id, by_id, reason, excerpt, notified_at, mail, mail_due_at)
    select "notificationId", ${eventId}::uuid, ${byId}::uuid, reason, ${excerpt}, ${now}, mail, "mailDueAt"
    from ${notificationRows(notified)}
    on conflict (notification_id, event_id) do update
    set reason = excluded.reason, excerpt = excluded.excerpt, notified_at = excluded.notified_at,
      mail = excluded.mail, mail_due_at = excluded.mail_due_at, mail_id = null
  `.execute(trx)
}

/**
 * For types other than mentions, an open notification keeps one item: it is updated to the new event, and its email state
 * is kept.
 */
export async function replaceItems(
  trx: Trx,
  { eventId, byId, now }: NotifiedEvent,
  notified: readonly WrittenNotification[],
): Promise<void> {
  await sql`
    update notification_items i set event_id = ${eventId}::uuid, by_id = ${byId}::uuid, notified_at = ${now}
    from ${notificationRows(notified)}
    where i.notification_id = notified."notificationId"
  `.execute(trx)
}

type CommentPeople = {
  readonly articleId: string
  readonly mentionedIds: readonly string[]
  readonly parentAuthorIds: readonly string[]
}

/**
 * The mentioned people, and those of the thread and the followers who have not muted it. The author of an article
 * follows it.
 */
export const peopleOfComment = ({ articleId, mentionedIds, parentAuthorIds }: CommentPeople): PeopleQuery => sql`
  select unnest(${mentionedIds}::uuid[]) as user_id, 'mention' as reason
  union all
  select part.user_id, part.reason
  from (select ${articleId}::uuid as id) asked
  ${joinArticle('asked.id')}
  cross join lateral (
    select unnest(${parentAuthorIds}::uuid[]) as user_id, 'reply' as reason
    union all
    select af.user_id, 'follow' from article_follows af
    where af.article_id = coalesce(a.original_id, a.id) and af.state = 'followed'
    union all
    select wf.user_id, 'follow' from workspace_follows wf where wf.workspace_id = w.id and wf.state = 'followed'
    union all
    select coalesce(o.author_id, a.author_id), 'follow'
  ) part
  where ${followStateOf(sql`part.user_id`, sql`coalesce(a.original_id, a.id)`)} is distinct from 'muted'
`

/**
 * People who see the workspace, and recipients by name who follow the article; nobody in a personal workspace. The
 * people whom the same publish mentions are left out: they are notified of the mention.
 */
export const peopleOfPublish = (articleId: string, mentionedIds: readonly string[]): PeopleQuery => sql`
  select m.user_id, null::text as reason
  from articles a
  join workspaces w on w.id = a.workspace_id and w.deleted_at is null and w.visibility <> 'personal'
  join company_members m on m.company_id = a.company_id and m.status = 'active'
  cross join lateral (select ${followStateOf(sql`m.user_id`, sql`a.id`)} as state) follow
  where a.id = ${articleId}::uuid and follow.state is distinct from 'muted'
    and m.user_id <> all(${mentionedIds}::uuid[])
    and (follow.state = 'followed' or ${accessRankOf(memberIdentityColumns)} > 0)
`

/** The person's choice for the article, otherwise for the workspace that the statement calls `w`. */
const followStateOf = (userId: RawBuilder<unknown>, articleId: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`coalesce(
    (select x.state from article_follows x where x.article_id = ${articleId} and x.user_id = ${userId}),
    (select x.state from workspace_follows x where x.workspace_id = w.id and x.user_id = ${userId})
  )`

export const peopleSharedWith = (userIds: readonly string[], groupIds: readonly string[] = []): PeopleQuery => sql`
  select unnest(${userIds}::uuid[]) as user_id, null::text as reason
  union all
  select gm.user_id, null from group_members gm where gm.group_id = any(${groupIds}::uuid[])
`

export const peopleMentioned = (userIds: readonly string[]): PeopleQuery =>
  sql`select unnest(${userIds}::uuid[]) as user_id, 'mention' as reason`
