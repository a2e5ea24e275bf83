import type { NotificationSettings } from '@knowreel/shared/notification/notification.calls.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../platform/database/db.ts'

type Person = { readonly userId: string; readonly companyId: string }

const defaultSettings: NotificationSettings = {
  mentions: 'instant',
  comments: 'instant',
  publishes: 'instant',
  shares: 'instant',
  timeZone: null,
}

export async function findSettings(db: Db, { userId, companyId }: Person): Promise<NotificationSettings> {
  const row = await db
    .selectFrom('notification_settings')
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .select(['mentions', 'comments', 'publishes', 'shares', 'time_zone as timeZone'])
    .executeTakeFirst()
  return row ?? defaultSettings
}

export async function saveSettings(
  trx: Trx,
  { userId, companyId }: Person,
  { timeZone, ...choices }: NotificationSettings,
): Promise<void> {
  const row = { ...choices, time_zone: timeZone }
  await trx
    .insertInto('notification_settings')
    .values({ user_id: userId, company_id: companyId, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'company_id']).doUpdateSet(row))
    .execute()
}

/** Whether PostgreSQL supports the time zone; browsers may know newer ones. */
export async function isKnownTimeZone(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where name = ${name}`.execute(db)
  return rows.length > 0
}

/** People who are no longer members have no settings to change. */
export async function turnOffAllMails(trx: Trx, person: Person): Promise<void> {
  await sql`
    insert into notification_settings (user_id, company_id, mentions, comments, publishes, shares)
    select user_id, company_id, 'never', 'never', 'never', 'never' from company_members
    where user_id = ${person.userId} and company_id = ${person.companyId}
    on conflict (user_id, company_id) do update
    set mentions = 'never', comments = 'never', publishes = 'never', shares = 'never'
  `.execute(trx)
}
