/** Emails to send: found when they are due, put together, and read again when they are sent. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { NotificationType } from '@knowreel/shared/notification/notification.calls.ts'
import type { WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/db.ts'
import { privateTokenOf } from '../../share/index.ts'
import { memberColumns, type MemberIdentity } from '../../workspace/index.ts'
import { mailChoiceColumn } from './mail-choice.ts'
import type { Reason } from '../notification.tables.ts'
import { isArticleVisible, isVisibleByShareOnly, joinArticle } from '../visible-article.ts'
import { itemExists } from '../displayed-item.ts'

/** Only one transaction at a time puts emails together: two concurrent runs could send two emails instead of one. */
export async function lockMailCollection(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('notification mails', 0))`.execute(trx)
}

/** Notifications that have been read in the meantime need no email. */
export async function dropReadItems(trx: Trx, now: Date): Promise<void> {
  await sql`
    update notification_items i set mail_due_at = null
    from notifications n
    where n.id = i.notification_id and i.mail_due_at <= ${now} and n.read_at is not null
  `.execute(trx)
}

export type DueMail = {
  readonly userId: string
  readonly companyId: string
  /** Null for a digest. */
  readonly articleId: string | null
  /** When the last email to this person about this article was created, whether or not it was sent. */
  readonly lastMadeAt: Date | null
}

export async function listDueMails(trx: Trx, now: Date, limit: number): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    select due.*, (
      select max(x.made_at) from notification_mails x
      where x.user_id = due."userId" and x.article_id = due."articleId"
    ) as "lastMadeAt"
    from (
      select distinct n.user_id as "userId", n.company_id as "companyId",
        case when i.mail = 'instant' then n.article_id end as "articleId"
      from notification_items i
      join notifications n on n.id = i.notification_id
      where i.mail_due_at <= ${now}
      limit ${limit}
    ) due
  `.execute(trx)
  return rows
}

const dueRows = (due: readonly unknown[]) => sql`jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as due (
  id uuid, "userId" uuid, "companyId" uuid, "articleId" uuid, "lastMadeAt" timestamptz
)`

/**
 * Everything that waits for the same email is included, even if it is not due itself; a digest includes only what is
 * due.
 */
const belongsToDueMail = (now: Date) => sql`
  n.id = i.notification_id and n.user_id = due."userId" and n.company_id = due."companyId" and i.mail_due_at is not null
  and case
    when due."articleId" is null then i.mail = 'daily' and i.mail_due_at <= ${now}
    else i.mail = 'instant' and n.article_id = due."articleId"
  end
`

/** Returns the ids of the emails. */
export async function createMails(trx: Trx, due: readonly DueMail[], now: Date): Promise<string[]> {
  if (due.length === 0) return []
  const mails = due.map((mail) => ({ id: newId(), ...mail }))
  await sql`
    insert into notification_mails (id, company_id, user_id, article_id, made_at)
    select due.id, due."companyId", due."userId", due."articleId", ${now} from ${dueRows(mails)}
  `.execute(trx)
  await sql`
    update notification_items i set mail_id = due.id, mail_due_at = null
    from notifications n, ${dueRows(mails)}
    where ${belongsToDueMail(now)}
  `.execute(trx)
  return mails.map(({ id }) => id)
}

export async function postponeMails(trx: Trx, due: readonly DueMail[], { now, byMs }: { now: Date; byMs: number }) {
  if (due.length === 0) return
  await sql`
    update notification_items i set mail_due_at = due."lastMadeAt" + make_interval(secs => ${byMs / 1000})
    from notifications n, ${dueRows(due)}
    where ${belongsToDueMail(now)}
  `.execute(trx)
}

export type MailRow = {
  readonly id: string
  readonly userId: string
  readonly companyId: string
  readonly articleId: string | null
}

/** Null once it was sent or dropped. */
export async function findUnsentMail(db: Db, mailId: string): Promise<MailRow | null> {
  const row = await db
    .selectFrom('notification_mails')
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .select(['id', 'user_id as userId', 'company_id as companyId', 'article_id as articleId'])
    .executeTakeFirst()
  return row ?? null
}

export async function markMailSent(db: Db, mailId: string, now: Date): Promise<void> {
  await db.updateTable('notification_mails').set({ sent_at: now }).where('id', '=', mailId).execute()
}

/** An email without content must not delay the next one. */
export async function deleteMail(db: Db, mailId: string): Promise<void> {
  await db.deleteFrom('notification_mails').where('id', '=', mailId).execute()
}

export type UpdateRow = {
  readonly type: NotificationType
  readonly reason: Reason | null
  readonly eventId: string
  readonly excerpt: string | null
  readonly by: string | null
  readonly articleId: string
  readonly articleShortId: string
  readonly articleSlug: string
  readonly articleTitle: string
  readonly isDraft: boolean
  readonly workspace: {
    id: string
    shortId: string
    title: string
    visibility: WorkspaceVisibility
    isArchived: boolean
  } | null
  readonly sharedToken: string | null
}

/** More than an email shows. */
const maxItems = 500

/**
 * The notifications that the email still has to report: not read, not withdrawn, still visible, and still wanted by
 * email.
 */
export async function listUpdates(db: Db, member: MemberIdentity, mailId: string): Promise<UpdateRow[]> {
  const facts = memberColumns(member)
  const { rows } = await sql<UpdateRow>`
    select n.type, i.reason, i.event_id as "eventId", i.excerpt, nullif(concat_ws(' ', u.first_name, u.last_name), '') as by,
      a.id as "articleId", a.short_id as "articleShortId", a.slug as "articleSlug", a.title as "articleTitle",
      a.published_at is null as "isDraft",
      case when w.id is not null then json_build_object(
        'id', w.id, 'shortId', w.short_id, 'title', w.title, 'visibility', w.visibility, 'isArchived', w.is_archived
      ) end as workspace,
      case when n.type = 'article_shared' or ${isVisibleByShareOnly(facts)} then ${privateTokenOf('a.id')} end
        as "sharedToken"
    from notification_items i
    join notifications n on n.id = i.notification_id
    ${joinArticle('n.article_id')}
    left join users u on u.id = i.by_id
    left join notification_settings s on s.user_id = n.user_id and s.company_id = n.company_id
    left join article_follows f on f.user_id = n.user_id and f.article_id = coalesce(a.original_id, a.id)
    where i.mail_id = ${mailId} and n.user_id = ${member.userId} and n.read_at is null
      and ${isArticleVisible(facts)}
      and ${itemExists} and ${mailChoiceColumn(sql`n.type`, sql`i.reason`)} <> 'never' and f.is_mail_off is not true
    order by i.notified_at, i.event_id
    limit ${maxItems}
  `.execute(db)
  return rows
}
