import {
  unappliedOutcome,
  type EventOutcome,
  type UnappliedOutcome,
} from '@knowreel/shared/billing/billing-admin.calls.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/db.ts'
import '../billing.tables.ts'

/** Events that are still to be applied: a newer version may be able to read unreadable ones. */
export const openOutcomes: readonly EventOutcome[] = ['stored', 'waiting', 'unreadable']

export type NewEvent = {
  readonly id: string
  readonly type: string
  readonly occurredAt: string
  readonly subjectId: string
  readonly parentId: string | null
  readonly data: unknown
}

/** False if it arrived before. */
export async function insertEvent(db: Db, event: NewEvent): Promise<boolean> {
  const result = await db
    .insertInto('billing_events')
    .values({
      id: event.id,
      type: event.type,
      occurred_at: sql<Date>`${event.occurredAt}::timestamptz`,
      subject_id: event.subjectId,
      parent_id: event.parentId,
      data: JSON.stringify(event.data),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export type StoredEvent = NewEvent & { readonly outcome: EventOutcome }

/** Two events about the same thing, or about a thing and its parent, are applied one after the other. */
export async function lockEvent(trx: Trx, id: string): Promise<StoredEvent | null> {
  const row = await trx
    .selectFrom('billing_events')
    .where('id', '=', id)
    .select(['id', 'type', 'subject_id as subjectId', 'parent_id as parentId', 'data', 'outcome'])
    .select(sql<string>`to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('occurredAt'))
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  for (const thing of [row.subjectId, row.parentId].filter((name) => name !== null).toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${thing}, 0))`.execute(trx)
  return row
}

export async function saveOutcome(
  trx: Trx,
  id: string,
  { outcome, companyId }: { readonly outcome: EventOutcome; readonly companyId: string | null },
): Promise<void> {
  await trx
    .updateTable('billing_events')
    .set({
      outcome,
      // The message stays when the company is removed.
      company_id: sql<string | null>`coalesce(
        (select c.id from companies c where c.id = ${companyId}::uuid and c.removed_at is null), billing_events.company_id
      )`,
      applied_at: outcome === 'waiting' ? null : new Date(),
    })
    .where('id', '=', id)
    .execute()
}

export async function listWaitingEvents(db: Db, parentId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_events')
    .where('parent_id', '=', parentId)
    .where('outcome', '=', 'waiting')
    .select('id')
    .orderBy('occurred_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Stored for a while and still not applied, oldest first. */
export async function listUnappliedEvents(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_events')
    .where('outcome', 'in', openOutcomes)
    .where('received_at', '<', sql<Date>`now() - interval '5 minutes'`)
    .select('id')
    .orderBy('received_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

const columns = [
  'id',
  'type',
  'subject_id as subjectId',
  'occurred_at as occurredAt',
  'received_at as receivedAt',
  'applied_at as appliedAt',
  'outcome',
] as const

/** Newest first. */
export async function listEventsOf(db: Db, companyId: string, limit: number) {
  return db
    .selectFrom('billing_events')
    .where('company_id', '=', companyId)
    .select(columns)
    .orderBy('occurred_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Newest first. */
export async function listUnappliedDetails(db: Db, outcome: UnappliedOutcome | null, limit: number) {
  return db
    .selectFrom('billing_events as e')
    .leftJoin('companies as c', (join) => join.onRef('c.id', '=', 'e.company_id').on('c.removed_at', 'is', null))
    .where('e.outcome', 'in', outcome === null ? unappliedOutcome.options : [outcome])
    .select([
      'e.id',
      'e.type',
      'e.subject_id as subjectId',
      'e.occurred_at as occurredAt',
      'e.received_at as receivedAt',
      'e.applied_at as appliedAt',
      'e.outcome',
      'c.id as companyId',
      'c.title as companyTitle',
    ])
    .orderBy('e.received_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute()
}

export async function findEvent(db: Db, id: string) {
  return (await db.selectFrom('billing_events').where('id', '=', id).select(columns).executeTakeFirst()) ?? null
}

export async function findEventOf(db: Db, companyId: string, id: string) {
  const row = await db
    .selectFrom('billing_events')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .select(columns)
    .executeTakeFirst()
  return row ?? null
}

export async function deleteOldEvents(db: Db, limit: number): Promise<number> {
  const result = await sql`
    delete from billing_events where id in (
      select id from billing_events where received_at < now() - interval '90 days' order by received_at limit ${limit}
    )`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}
