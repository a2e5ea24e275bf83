import type { AuditAction } from '@knowreel/shared/audit/audit-actions.ts'
import type { AuditSubjectKind } from '@knowreel/shared/audit/audited-call.ts'
import { isUuid, newId } from '@knowreel/shared/identity/ids.ts'
import { sql, type RawBuilder } from 'kysely'
import { isIP } from 'node:net'
import { containsPattern } from '../platform/database/contains-pattern.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import './audit.tables.ts'

export type AuditSubject = { readonly kind: AuditSubjectKind; readonly id: string; readonly title: string }

type NewAuditEntry = {
  readonly action: AuditAction
  readonly companyId: string | null
  /** Null for the installation itself. */
  readonly userId: string | null
  /** The session or API key with which it happened; shows whether an operator was logged in as the user. */
  readonly sessionId?: string | null
  readonly subject?: AuditSubject | null
  readonly before?: Readonly<Record<string, unknown>>
  readonly details?: Readonly<Record<string, unknown>>
  readonly address?: string | null
  readonly userAgent?: string | null
}

/** Adds an entry, in the caller's transaction if it has one. */
export const insertAuditEntry = (db: Db, entry: NewAuditEntry): Promise<void> => insertEntry(db, entry, sql`true`)

/** Per account and hour, so that guessing passwords cannot fill the table. */
const maxFailedSignIns = 10

/**
 * Adds nothing for an account that does not exist or has enough of these entries. The statements are the same for every
 * id, and the commit does not wait for the disk, so that the response does not reveal whether the account exists.
 */
export async function insertFailedSignIn(
  trx: Trx,
  entry: Omit<NewAuditEntry, 'action'> & { readonly userId: string },
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`failed sign-ins ${entry.userId}`}, 0)),
      set_config('synchronous_commit', 'off', true)
  `.execute(trx)
  await insertEntry(
    trx,
    { ...entry, action: 'sign_in_failed' },
    sql`u.id is not null and (
      select count(*) from audit_entries e
      where e.user_id = u.id and e.action = 'sign_in_failed' and e.occurred_at > now() - interval '1 hour'
    ) < ${maxFailedSignIns}`,
  )
}

/** Names are read in the same statement. `condition` may refer to the user as `u`. */
async function insertEntry(db: Db, entry: NewAuditEntry, condition: RawBuilder<boolean>): Promise<void> {
  const { subject = null, before = {}, details = {}, address = null } = entry
  const sessionId = entry.sessionId ? entry.sessionId : null
  await sql`
    insert into audit_entries (id, action, company_id, company_title, user_id, user_name, operator_id, operator_name,
      subject_kind, subject_id, subject_title, before, details, address, device)
    select ${newId()}::uuid, ${entry.action}, ${entry.companyId}::uuid, c.title, ${entry.userId}::uuid,
      trim(u.first_name || ' ' || u.last_name), o.id, trim(o.first_name || ' ' || o.last_name),
      ${subject?.kind ?? null}, ${subject?.id ?? null}, ${subject?.title ?? null}, ${JSON.stringify(before)}::jsonb,
      ${JSON.stringify(details)}::jsonb || case when k.id is null then '{}' else jsonb_build_object('apiKey', k.name) end,
      ${address !== null && isIP(address) !== 0 ? address : null}::inet,
      ${entry.userAgent ?? null}
    from (values (1)) one
    left join companies c on c.id = ${entry.companyId}::uuid
    left join users u on u.id = ${entry.userId}::uuid
    left join sessions s on s.id = ${sessionId}::uuid
    left join users o on o.id = s.operator_id
    left join api_keys k on k.id = ${sessionId}::uuid
    where ${condition}
  `.execute(db)
}

type FoundSubject = { id: string; title: string; before: Record<string, unknown> | null }

/** The current subject of a call. Features own these tables; only titles are read here. */
const subjectQueries: Readonly<
  Record<AuditSubjectKind, (id: string, companyId: string | null) => RawBuilder<FoundSubject>>
> = {
  user: (id, companyId) => sql`
      select u.id::text as id, trim(u.first_name || ' ' || u.last_name) as title,
        (select jsonb_build_object('role', m.role, 'status', m.status) from company_members m
          where m.user_id = u.id and m.company_id = ${companyId}::uuid) as before
      from users u where u.id::text = ${id}
      union all
      select i.id::text, i.email::text, null from invitations i where i.id::text = ${id} limit 1`,
  apiKey: (id) => sql`
      select id::text as id, name as title, null::jsonb as before from api_keys where id::text = ${id}`,
  company: (id) => sql`
      select id::text as id, title, jsonb_build_object('isActivated', is_activated, 'isBilling', is_billing,
        'isAiEnabled', is_ai_enabled, 'isSharingOff', is_sharing_off, 'areApiKeysOff', are_api_keys_off) as before
      from companies where id::text = ${id}`,
  workspace: (id) => sql`
      select id::text as id, title, jsonb_build_object('visibility', visibility) as before
      from workspaces where id::text = ${id} or short_id = ${id}`,
  article: (id) => sql`
      select id::text as id, title, null::jsonb as before from articles where id::text = ${id} or short_id = ${id}`,
  group: (id) => sql`
      select id::text as id, title, null::jsonb as before from groups where id::text = ${id} or short_id = ${id}`,
  invitation: (id) => sql`
      select id::text as id, email::text as title, jsonb_build_object('role', role) as before
      from invitations where id::text = ${id}`,
  // An address can contain a secret: only its host is named.
  webhook: (id) => sql`
      select id::text as id, substring(url from '^https?://([^/?]+)') as title,
        jsonb_build_object('events', events, 'isActive', is_active) as before
      from webhooks where id::text = ${id}`,
  // A person's own templates concern nobody else.
  template: (id) => sql`
      select id::text as id, title, null::jsonb as before from templates where id::text = ${id} and owner_id is null`,
  job: (id) =>
    sql`select ${id}::text as id, name as title, null::jsonb as before from pgboss.job where id::text = ${id}`,
}

export async function findAuditSubject(
  db: Db,
  kind: AuditSubjectKind,
  id: string,
  companyId: string | null,
): Promise<(AuditSubject & { before: Record<string, unknown> }) | null> {
  const { rows } = await subjectQueries[kind](id, companyId).execute(db)
  const [row] = rows
  return row === undefined ? null : { kind, id: row.id, title: row.title, before: row.before ?? {} }
}

export type AuditFilter = {
  readonly companyId: string | null
  readonly q?: string | undefined
  readonly action?: AuditAction | undefined
  readonly userId?: string | undefined
  /** `YYYY-MM-DD`, UTC. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly before?: string | undefined
}

/** Newest first. */
export async function listAuditEntries(db: Db, filter: AuditFilter, limit: number) {
  let query = db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').limit(limit)
  const { companyId, q, action, userId, from, to, before } = filter
  if (companyId !== null) query = query.where('company_id', '=', isUuid(companyId) ? companyId : newId())
  if (action !== undefined) query = query.where('action', '=', action)
  if (userId !== undefined) query = query.where('user_id', '=', isUuid(userId) ? userId : newId())
  if (from !== undefined)
    query = query.where('occurred_at', '>=', sql<Date>`${from}::date::timestamp at time zone 'UTC'`)
  if (to !== undefined)
    query = query.where('occurred_at', '<', sql<Date>`(${to}::date + 1)::timestamp at time zone 'UTC'`)
  if (before !== undefined) query = query.where('id', '<', before)
  if (q !== undefined && q.trim() !== '')
    query = query.where('searched', 'like', containsPattern(q.trim().toLowerCase()))
  return query.execute()
}

export type AuditRow = Awaited<ReturnType<typeof listAuditEntries>>[number]

/** Returns the number of removed entries, all older than a year. */
export async function deleteOldAuditEntries(db: Db, limit: number): Promise<number> {
  const result = await sql`
    delete from audit_entries where id in (
      select id from audit_entries where occurred_at < now() - interval '1 year' order by occurred_at limit ${limit}
    )`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}
