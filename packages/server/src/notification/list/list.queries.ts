/** Reads notifications. Those about things the person no longer sees are omitted and not counted. */
import type { NotificationType } from '@knowreel/shared/notification/notification.calls.ts'
import type { WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import { sql, type RawBuilder } from 'kysely'
import { personColumn, type PersonRow } from '../../person/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { prepareStatement } from '../../platform/database/prepared.ts'
import { privateTokenOf } from '../../share/index.ts'
import type { MemberColumns, MemberIdentity } from '../../workspace/index.ts'
import type { Reason } from '../notification.tables.ts'
import { byRoles, isArticleVisible, isVisibleByShareOnly, joinArticle } from '../visible-article.ts'
import { itemExists, displayedItem } from '../displayed-item.ts'

export const retentionDays = 90
const maxListed = 100
/** Older ones are not considered. */
const maxCounted = 300

export type NotificationRow = {
  id: string
  type: NotificationType
  isNew: boolean
  /** ISO, as PostgreSQL writes it. */
  time: string
  user: PersonRow | null
  reason: Reason | null
  commentId: string | null
  excerpt: string | null
  article: { id: string; shortId: string; slug: string; title: string; isDraft: boolean }
  workspace: { id: string; shortId: string; title: string; visibility: WorkspaceVisibility; isArchived: boolean } | null
  sharedToken: string | null
}

export type NotificationPage = { readonly rows: NotificationRow[]; readonly count: number }

type PageValues = MemberIdentity & { readonly since: Date | null }

// Every open page runs these: planning them each time would be most of their cost. Two, because a poll and the whole list
// are found in different indexes.
const findUpdates = preparePage((since) => sql`n.changed_at > ${since}::timestamptz`)
const findAll = preparePage(() => sql`true`)

function preparePage(isAskedSince: (since: RawBuilder<Date | null>) => RawBuilder<unknown>) {
  return prepareStatement<PageValues, NotificationPage>((db, value) => {
    const [userId, companyId] = [sql`${value('userId')}::uuid`, sql`${value('companyId')}::uuid`]
    const member = { userId, companyId, isCompanyAdmin: sql`${value('isCompanyAdmin')}::boolean` }
    const statement = selectPage(member, isAskedSince(value('since')))
    return { compile: () => statement.compile(db) }
  })
}

/** Only a comment may be gone while its item is still there. */
const hasItem = sql`(n.type <> 'comment_mention' or exists (
  select from notification_items i where i.notification_id = n.id and ${itemExists}
))`

function selectPage(member: MemberColumns, isAsked: RawBuilder<unknown>) {
  const hasRank = byRoles(member)
  const selectLatest = (condition: RawBuilder<unknown>) => sql`
    select n.id, n.type, n.article_id, n.notified_at, n.read_at, n.company_id
    from notifications n
    where n.user_id = ${member.userId} and n.company_id = ${member.companyId}
      and n.notified_at > now() - make_interval(days => ${retentionDays}) and ${condition} and ${hasItem}
    order by n.notified_at desc
    limit ${maxCounted}
  `
  return sql<NotificationPage>`
    with unread as materialized (${selectLatest(sql`n.read_at is null`)}),
    mine as materialized (${selectLatest(isAsked)}),
    seen as materialized (
      select d.id as asked_id, a.id, a.short_id, a.slug, a.title, a.published_at, w.id as w_id,
        ${isVisibleByShareOnly(member, hasRank)} as is_by_name_only,
        case when w.id is not null then json_build_object(
          'id', w.id, 'shortId', w.short_id, 'title', w.title, 'visibility', w.visibility, 'isArchived', w.is_archived
        ) end as workspace
      from (select article_id from unread union select article_id from mine) asked
      ${joinArticle('asked.article_id')}
      where ${isArticleVisible(member, hasRank)}
    ), page as (
      select mine.* from mine
      where mine.article_id in (select asked_id from seen)
      order by mine.notified_at desc, mine.id desc
      limit ${maxListed}
    )
    select
      (select count(*) from unread join seen on seen.asked_id = unread.article_id) as count,
      coalesce((
        select json_agg(json_build_object(
          'id', n.id, 'type', n.type, 'isNew', n.read_at is null, 'time', n.notified_at,
          'user', ${personColumn('item.by_id', 'n.company_id')}, 'reason', item.reason,
          'commentId', case when n.type = 'comment_mention' then item.event_id end, 'excerpt', item.excerpt,
          'article', json_build_object(
            'id', seen.id, 'shortId', seen.short_id, 'slug', seen.slug, 'title', seen.title,
            'isDraft', seen.published_at is null
          ),
          'workspace', seen.workspace,
          'sharedToken', case when n.type = 'article_shared' or seen.is_by_name_only then ${privateTokenOf('seen.id')} end
        ) order by n.notified_at desc, n.id desc)
        from page n
        join seen on seen.asked_id = n.article_id
        cross join lateral ${displayedItem} item
      ), '[]') as rows
  `
}

/** Those changed after `since` (all if null), latest first, and the total number of new ones. */
export async function listNotifications(db: Db, member: MemberIdentity, since: Date | null): Promise<NotificationPage> {
  const [page] = await (since === null ? findAll : findUpdates)(db, { ...member, since })
  return page ?? { rows: [], count: 0 }
}

/**
 * Everything changed before this time is readable: the start of the oldest transaction that may still be writing, minus
 * a margin, because a transaction becomes visible a moment after it starts. A transaction older than ten minutes is not
 * ours.
 */
export async function findSettledTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ time: Date }>`
    select least(
      clock_timestamp(),
      (
        select min(xact_start) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start > now() - interval '10 minutes'
      )
    ) - interval '1 second' as time
  `.execute(db)
  return rows[0]?.time ?? new Date(0)
}

export const deleteOldNotifications = (db: Db, before: Date, limit: number): Promise<number> =>
  deleteOld(db, { table: 'notifications', column: 'notified_at' }, before, limit)

export const deleteOldMails = (db: Db, before: Date, limit: number): Promise<number> =>
  deleteOld(db, { table: 'notification_mails', column: 'made_at' }, before, limit)

async function deleteOld(
  db: Db,
  { table, column }: { readonly table: string; readonly column: string },
  before: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where ${sql.ref(column)} < ${before} limit ${limit} for update skip locked
    )
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}
