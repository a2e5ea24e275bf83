import { newId } from '@knowreel/shared/identity/ids.ts'
import { sessionLifetimeDays } from '@knowreel/shared/user/user.rules.ts'
import { sql, type RawBuilder } from 'kysely'
import { isIP } from 'node:net'
import type { Actor, Member } from '../../access/index.ts'
import { isBillingColumn, isPaidColumn } from '../../company/index.ts'
import type { Db } from '../../platform/database/db.ts'

/** Statements call the user `u`. */
export const isSuperAdminColumn = sql<boolean>`(u.is_super_admin or u.global_role is not null)`

const dayMs = 86_400_000
const newExpiry = () => new Date(Date.now() + sessionLifetimeDays * dayMs)

type NewSession = {
  tokenHash: Buffer
  userId: string
  companyId: string | null
  userAgent: string | null
  address: string | null
  signedInAt: Date
  /** The operator who logs in as the user; such a session ends at this time, whatever its use. */
  operator?: { readonly id: string; readonly endsAt: Date } | null
  kind?: SessionRow['kind'] | undefined
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: newId(),
      token_hash: session.tokenHash,
      user_id: session.userId,
      company_id: session.companyId,
      user_agent: session.userAgent,
      address: session.address,
      kind: session.kind,
      created_at: session.signedInAt,
      expires_at: session.operator?.endsAt ?? newExpiry(),
      ...(session.operator ? { kind: 'admin', operator_id: session.operator.id } : {}),
    })
    .execute()
}

/** The company in which the next session of this person opens. */
export async function saveLastCompany(db: Db, userId: string, companyId: string): Promise<void> {
  await db.updateTable('users').set({ last_company_id: companyId }).where('id', '=', userId).execute()
}

/**
 * Whether the person with this email address has a live session that was opened from this client address; for IPv6,
 * from the same network.
 */
export async function hasSessionFrom(db: Db, email: string, address: string | null | undefined): Promise<boolean> {
  if (!address || isIP(address) === 0) return false
  const networkOf = (value: RawBuilder<unknown>) =>
    sql`network(set_masklen(${value}, case family(${value}) when 6 then 64 else 32 end))`
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .where('u.email', '=', email)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`${networkOf(sql`s.address`)} = ${networkOf(sql`${address}::inet`)}`)
    .select('s.id')
    .executeTakeFirst()
  return row !== undefined
}

type SessionRow = {
  id: string
  kind: 'web' | 'extension' | 'admin'
  userAgent: string | null
  companyTitle: string | null
  createdAt: Date
  lastUsedAt: Date
}

const maxListed = 1000

/** The live sessions of a person, last used first. */
export async function listSessionsOf(db: Db, userId: string): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions as s')
    .leftJoin('companies as c', 'c.id', 's.company_id')
    .where('s.user_id', '=', userId)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .select(['s.id', 's.kind', 's.user_agent as userAgent', 'c.title as companyTitle'])
    .select(['s.created_at as createdAt', 's.last_used_at as lastUsedAt'])
    .orderBy('s.last_used_at', 'desc')
    .limit(maxListed)
    .execute()
}

export async function findSessionOf(
  db: Db,
  userId: string,
  sessionId: string,
): Promise<{ id: string; createdAt: Date } | null> {
  const row = await db
    .selectFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .select(['id', 'created_at as createdAt'])
    .executeTakeFirst()
  return row ?? null
}

/** The person of a live session with its company; null if the session has ended. */
export async function findActor(db: Db, tokenHash: Buffer): Promise<(Actor & { lastUsedAt: Date }) | null> {
  const row = await selectActors(db).where('s.token_hash', '=', tokenHash).executeTakeFirst()
  return row === undefined ? null : { ...toActor(row), lastUsedAt: row.last_used_at }
}

/** The people of the live ones of these sessions, by session. */
export async function listActors(db: Db, sessionIds: readonly string[]): Promise<Map<string, Actor>> {
  if (sessionIds.length === 0) return new Map()
  const rows = await selectActors(db).where('s.id', 'in', sessionIds).execute()
  return new Map(rows.map((row) => [row.session_id, toActor(row)]))
}

/** A person in one of their companies without a session, for jobs they have started. Null if they have left it. */
export async function findMember(
  db: Db,
  { userId, companyId }: { readonly userId: string; readonly companyId: string },
): Promise<Member | null> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('company_members as m', 'm.user_id', 'u.id')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .where('u.id', '=', userId)
    .where('c.id', '=', companyId)
    .select([
      isSuperAdminColumn.as('is_super_admin'),
      'c.is_activated',
      'm.role',
      'm.status',
      isPaidColumn.as('is_paid'),
    ])
    .executeTakeFirst()
  if (row === undefined) return null
  const { is_super_admin: isSuperAdmin, is_activated: isActivated, role, status, is_paid: isPaid } = row
  return { sessionId: '', userId, isSuperAdmin, company: { id: companyId, isActivated, role, status, isPaid } }
}

const selectActors = (db: Db) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('company_members as m', (join) =>
      join.onRef('m.user_id', '=', 's.user_id').onRef('m.company_id', '=', 's.company_id'),
    )
    .leftJoin('companies as c', 'c.id', 'm.company_id')
    .where('s.expires_at', '>', sql<Date>`now()`)
    .select([
      's.id as session_id',
      's.last_used_at',
      's.kind',
      'u.id as user_id',
      isSuperAdminColumn.as('is_super_admin'),
    ])
    .select(['c.id as company_id', 'c.is_activated', 'm.role', 'm.status'])
    .select([isPaidColumn.as('is_paid'), isBillingColumn.as('is_billing')])

type ActorRow = Awaited<ReturnType<ReturnType<typeof selectActors>['executeTakeFirstOrThrow']>>

function toActor(row: ActorRow): Actor {
  const { company_id: companyId, is_activated: isActivated, role, status } = row
  const hasCompany = companyId !== null && isActivated !== null && role !== null && status !== null
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    // An operator gets the rights of the person in the company, and nothing else of theirs.
    isSuperAdmin: row.is_super_admin && row.kind !== 'admin',
    ...(row.kind === 'admin' && { isOperator: true }),
    company: hasCompany
      ? { id: companyId, isActivated, role, status, isPaid: row.is_paid, isBilling: row.is_billing }
      : null,
  }
}

export async function touchSession(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      last_used_at: new Date(),
      expires_at: sql<Date>`case kind when 'admin' then expires_at else ${newExpiry()}::timestamptz end`,
    })
    .where('id', '=', sessionId)
    .execute()
}

/** False if it had already ended. */
export async function deleteSession(db: Db, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('id', '=', sessionId).executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export async function deleteOtherSessions(db: Db, userId: string, keptSessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', keptSessionId).execute()
}

export async function deleteSessionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

/** Returns how many were removed; at most `limit`, so that no statement locks many rows for long. */
export async function deleteExpiredSessions(db: Db, limit: number): Promise<number> {
  const expired = db
    .selectFrom('sessions')
    .select('id')
    .where('expires_at', '<', sql<Date>`now()`)
    .orderBy('expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await db.deleteFrom('sessions').where('id', 'in', expired).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
