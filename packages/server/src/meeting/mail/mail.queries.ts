import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/db.ts'

export async function findCompanyOfToken(db: Db, tokens: readonly string[]): Promise<string | null> {
  if (tokens.length === 0) return null
  const row = await db
    .selectFrom('company_meeting_settings as s')
    .innerJoin('companies as c', 'c.id', 's.company_id')
    .where('s.mail_token', 'in', tokens)
    .where('c.is_activated', '=', true)
    .select('c.id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The company's title and token: the new one if it had none. */
export async function ensureMailToken(
  db: Db,
  companyId: string,
  newToken: string,
): Promise<{ title: string; token: string }> {
  const known = await db
    .selectFrom('companies as c')
    .leftJoin('company_meeting_settings as s', 's.company_id', 'c.id')
    .where('c.id', '=', companyId)
    .select(['c.title', 's.mail_token as token'])
    .executeTakeFirstOrThrow()
  if (known.token !== null) return { title: known.title, token: known.token }
  const { rows } = await sql<{ token: string }>`
    insert into company_meeting_settings (company_id, mail_token) values (${companyId}, ${newToken})
    on conflict (company_id) do update
      set mail_token = coalesce(company_meeting_settings.mail_token, excluded.mail_token)
    returning mail_token as token
  `.execute(db)
  return { title: known.title, token: rows[0]?.token ?? newToken }
}

/** The active member of the company with this address. */
export async function findActiveMember(
  db: Db,
  { companyId, email }: { companyId: string; email: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('company_members as m', 'm.user_id', 'u.id')
    .where('u.email', '=', email)
    .where('m.company_id', '=', companyId)
    .where('m.status', '=', 'active')
    .select('u.id')
    .executeTakeFirst()
  return row?.id ?? null
}

type InvitationKey = { readonly userId: string; readonly uid: string }

export async function lockInvitation(trx: Trx, { userId, uid }: InvitationKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${userId} ${uid}`}, 0))`.execute(trx)
}

/** All its messages so far as one calendar; null before the first. */
export async function findInvitationSource(db: Db, { userId, uid }: InvitationKey): Promise<string | null> {
  const row = await db
    .selectFrom('calendar_events')
    .where('user_id', '=', userId)
    .where('origin', '=', 'mail')
    .where('uid', '=', uid)
    .select('source')
    .executeTakeFirst()
  return row?.source ?? null
}

export type StoredInvitation = InvitationKey & { readonly companyId: string; readonly source: string }

/** Invitations that were not read since then, the oldest first. */
export async function listInvitationsReadBefore(db: Db, time: Date, limit: number): Promise<StoredInvitation[]> {
  const rows = await db
    .selectFrom('calendar_events')
    .where('origin', '=', 'mail')
    .where('updated_at', '<', time)
    .where('source', 'is not', null)
    .orderBy('updated_at')
    .limit(limit)
    .select(['user_id as userId', 'company_id as companyId', 'uid', 'source'])
    .execute()
  return rows.map(({ source, ...rest }) => ({ ...rest, source: source ?? '' }))
}

export async function postponeInvitation(db: Db, { userId, uid }: InvitationKey): Promise<void> {
  await db
    .updateTable('calendar_events')
    .set({ updated_at: new Date() })
    .where('user_id', '=', userId)
    .where('origin', '=', 'mail')
    .where('uid', '=', uid)
    .execute()
}

export async function deleteInvitation(trx: Trx, { userId, uid }: InvitationKey): Promise<void> {
  await trx
    .deleteFrom('calendar_events')
    .where('user_id', '=', userId)
    .where('origin', '=', 'mail')
    .where('uid', '=', uid)
    .execute()
}
