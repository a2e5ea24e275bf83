import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import type { InvitedUser } from '@knowreel/shared/company/invitation.calls.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/db.ts'

export type InvitedRole = Exclude<CompanyRole, 'owner'>

export type Invitation = {
  readonly id: string
  readonly companyId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: InvitedRole
}

const columns = [
  'i.id',
  'i.company_id as companyId',
  'i.email',
  'i.first_name as firstName',
  'i.last_name as lastName',
  'i.role',
] as const

/** Open invitations of the company, newest first; at most `limit`. */
export async function listInvitations(
  db: Db,
  companyId: string,
  limit: number,
): Promise<Omit<InvitedUser, 'abilities'>[]> {
  const rows = await db
    .selectFrom('invitations as i')
    .where('i.company_id', '=', companyId)
    .select(['i.id', 'i.email', 'i.first_name as firstName', 'i.last_name as lastName', 'i.role'])
    .select('i.is_mail_refused as isMailRefused')
    .select(['i.created_at as createdAt', sql<boolean>`i.expires_at <= now()`.as('isExpired')])
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ createdAt, ...row }) => ({
    ...row,
    _id: row.id,
    accepted: false,
    createdAt: createdAt.toISOString(),
  }))
}

export async function findInvitation(db: Db, companyId: string, id: string): Promise<Invitation | null> {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('invitations as i')
    .where('i.id', '=', id)
    .where('i.company_id', '=', companyId)
    .select(columns)
    .executeTakeFirst()
  return row ?? null
}

export async function findInvitationByEmail(db: Db, companyId: string, email: string): Promise<Invitation | null> {
  const row = await db
    .selectFrom('invitations as i')
    .where('i.company_id', '=', companyId)
    .where('i.email', '=', email)
    .select(columns)
    .executeTakeFirst()
  return row ?? null
}

export type OpenInvitation = Invitation & {
  readonly provesEmail: boolean
  readonly companyTitle: string
  readonly companyLogo: string | null
}

const selectOpenInvitation = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('invitations as i')
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .where('i.token_hash', '=', tokenHash)
    .where('i.expires_at', '>', sql<Date>`now()`)
    .select(columns)
    .select(['i.proves_email as provesEmail', 'c.title as companyTitle', 'c.logo as companyLogo'])

/** Null if it was used, withdrawn or replaced, or has expired. */
export async function findOpenInvitation(db: Db, tokenHash: Buffer): Promise<OpenInvitation | null> {
  return (await selectOpenInvitation(db, tokenHash).executeTakeFirst()) ?? null
}

/** The same, locked until the transaction ends: of two concurrent acceptances, the second finds it gone. */
export async function lockOpenInvitation(trx: Trx, tokenHash: Buffer): Promise<OpenInvitation | null> {
  return (await selectOpenInvitation(trx, tokenHash).forUpdate('i').executeTakeFirst()) ?? null
}

type NewInvitation = Invitation & {
  readonly tokenHash: Buffer
  readonly invitedBy: string
  readonly provesEmail: boolean
  readonly mailId: string | null
  readonly expiresAt: Date
}

/** One per company and address: inviting again replaces the invitation, and its old token stops working. */
export async function saveInvitation(trx: Trx, invitation: NewInvitation): Promise<void> {
  const row = {
    id: invitation.id,
    company_id: invitation.companyId,
    email: invitation.email,
    first_name: invitation.firstName,
    last_name: invitation.lastName,
    role: invitation.role,
    token_hash: invitation.tokenHash,
    invited_by: invitation.invitedBy,
    proves_email: invitation.provesEmail,
    mail_id: invitation.mailId,
    is_mail_refused: false,
    created_at: new Date(),
    expires_at: invitation.expiresAt,
  }
  const { id: _, company_id: __, ...renewed } = row
  await trx
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['company_id', 'email']).doUpdateSet(renewed))
    .execute()
}

/** The URL was shown outside the mailbox. */
export async function markEmailUnproven(db: Db, tokenHash: Buffer): Promise<void> {
  await db.updateTable('invitations').set({ proves_email: false }).where('token_hash', '=', tokenHash).execute()
}

/** Nothing happens for an email that is no invitation, or that a newer one replaced. */
export async function markMailRefused(db: Db, mailId: string): Promise<void> {
  await db.updateTable('invitations').set({ is_mail_refused: true }).where('mail_id', '=', mailId).execute()
}

/** Returns its email address; null if another transaction was faster. */
export async function deleteInvitation(db: Db, companyId: string, id: string): Promise<string | null> {
  const row = await db
    .deleteFrom('invitations')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirst()
  return row?.email ?? null
}

export async function deleteInvitationByEmail(db: Db, companyId: string, email: string): Promise<void> {
  await db.deleteFrom('invitations').where('company_id', '=', companyId).where('email', '=', email).execute()
}

/**
 * Seconds until this company may invite again; null if it may invite now, which is then counted. The caller holds the
 * lock on the company.
 */
export async function countInvitationSend(
  trx: Trx,
  companyId: string,
  { max, windowSeconds }: { max: number; windowSeconds: number },
): Promise<number | null> {
  const since = sql<Date>`now() - make_interval(secs => ${windowSeconds})`
  await trx.deleteFrom('invitation_sends').where('company_id', '=', companyId).where('sent_at', '<=', since).execute()
  const { count, wait } = await trx
    .selectFrom('invitation_sends')
    .where('company_id', '=', companyId)
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`ceil(extract(epoch from min(sent_at) - now()) + ${windowSeconds})::int`.as('wait'),
    ])
    .executeTakeFirstOrThrow()
  if (count >= max) return Math.max(1, wait)
  await trx.insertInto('invitation_sends').values({ company_id: companyId }).execute()
  return null
}
