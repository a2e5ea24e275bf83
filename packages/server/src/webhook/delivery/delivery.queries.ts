import type { DeliveryStatus } from '@knowreel/shared/webhook/webhook.calls.ts'
import { testEvent } from '@knowreel/shared/webhook/webhook-events.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { sql, type Selectable, type RawBuilder } from 'kysely'
import { isPaidColumn } from '../../company/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { WebhookDeliveriesTable } from '../webhook.tables.ts'

export type DeliveryRow = Selectable<WebhookDeliveriesTable>

type LogPage = {
  readonly status?: DeliveryStatus | undefined
  readonly before?: string | undefined
  readonly limit: number
}

/** Newest first. */
export async function listDeliveries(
  db: Db,
  webhookId: string,
  { status, before, limit }: LogPage,
): Promise<DeliveryRow[]> {
  let query = db
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (status !== undefined) query = query.where('status', '=', status)
  if (before !== undefined) {
    if (!isUuid(before)) return []
    query = query.where(
      sql<boolean>`(created_at, id) < (
        select b.created_at, b.id from webhook_deliveries b where b.id = ${before} and b.webhook_id = ${webhookId})`,
    )
  }
  return query.execute()
}

/** Wakes the senders when the transaction commits. */
const wakeSenders = (trx: Trx) => sql`select pg_notify('knowreel_webhooks', '')`.execute(trx)

export async function insertTestDelivery(trx: Trx, webhookId: string): Promise<DeliveryRow> {
  const facts = JSON.stringify({ webhook: { id: webhookId } })
  const row = await trx
    .insertInto('webhook_deliveries')
    .values({ webhook_id: webhookId, type: testEvent, facts, is_manual: true })
    .returningAll()
    .executeTakeFirstOrThrow()
  await wakeSenders(trx)
  return row
}

/**
 * One attempt, now. A delivery that still waits keeps its further attempts. Null if it is gone.
 */
export async function requestAttempt(trx: Trx, webhookId: string, id: string): Promise<DeliveryRow | null> {
  const row = await trx
    .updateTable('webhook_deliveries')
    .set({ status: 'waiting', due_at: sql`now()`, is_manual: sql`is_manual or status <> 'waiting'` })
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  await wakeSenders(trx)
  return row
}

export async function cancelWaiting(trx: Trx, webhookId: string): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ status: 'canceled' })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'waiting')
    .execute()
}

export type ClaimedDelivery = Pick<DeliveryRow, 'id' | 'type' | 'facts' | 'attempts'> & {
  readonly webhookId: string
  readonly isManual: boolean
  readonly createdAt: Date
  readonly claimedUntil: Date
  readonly url: string
  readonly secret: Buffer
  readonly formerSecret: Buffer | null
}

type Claim = {
  /** Null for the clock of the database, which also wrote when deliveries are due. */
  readonly now: Date | null
  readonly limit: number
  /** Deliveries of one webhook that are sent in parallel. */
  readonly perWebhook: number
  readonly leaseMs: number
}

/**
 * Takes due deliveries, the first of every webhook before the second of any. Claims of several processes follow each
 * other, so that together they respect the limit of each webhook.
 */
export const claimDeliveries = (db: Db, { now, limit, perWebhook, leaseMs }: Claim): Promise<ClaimedDelivery[]> =>
  runTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('webhook deliveries', 0))`.execute(trx)
    const at = sql`coalesce(${now}::timestamptz, now())`
    const { rows } = await sql<ClaimedDelivery>`
      with chosen as (
        select due.id
        from webhooks w join companies c on c.id = w.company_id
        cross join lateral (
          select d.id, d.due_at, row_number() over (order by d.due_at, d.id) as turn from (
            select id, due_at from webhook_deliveries
            where webhook_id = w.id and status = 'waiting' and due_at <= ${at}
              and (claimed_until is null or claimed_until <= ${at}) and (w.is_active or is_manual)
            order by due_at, id
            limit greatest(0, ${perWebhook}::int - (
              select count(*) from webhook_deliveries where webhook_id = w.id and claimed_until > ${at}))
          ) d
        ) due
        where w.deleted_at is null and c.is_activated and c.removed_at is null and ${isPaidColumn}
        order by due.turn, due.due_at
        limit ${limit}
      )
      update webhook_deliveries d
      set claimed_until = date_trunc('milliseconds', ${at} + make_interval(secs => ${leaseMs / 1000})), attempts = d.attempts + 1, last_attempt_at = ${at}
      from chosen, webhooks w
      where d.id = chosen.id and w.id = d.webhook_id
      returning d.id, d.type, d.facts, d.attempts, d.webhook_id as "webhookId", d.is_manual as "isManual",
        d.created_at as "createdAt", d.claimed_until as "claimedUntil", w.url, w.secret,
        case when w.former_secret_until > ${at} then w.former_secret end as "formerSecret"
    `.execute(trx)
    return rows
  })

export type AttemptResult = {
  readonly responseStatus: number | null
  readonly responseBody: string | null
  readonly error: DeliveryRow['error']
  readonly durationMs: number
}

type Ended = AttemptResult &
  Pick<ClaimedDelivery, 'id' | 'claimedUntil'> & {
    readonly outcome: 'delivered' | 'failed' | 'waiting'
    readonly now: Date
    /** For `waiting`. */
    readonly dueAt: Date | null
  }

/** False if another sender has claimed it since, or it no longer waits. */
export async function endAttempt(trx: Trx, ended: Ended): Promise<boolean> {
  const { id, claimedUntil, outcome, now, dueAt, responseStatus, responseBody, error, durationMs } = ended
  const row = await trx
    .updateTable('webhook_deliveries')
    .set({
      claimed_until: null,
      duration_ms: durationMs,
      response_status: responseStatus,
      response_body: responseBody,
      error,
    })
    // A delivery that was canceled while it was sent stays canceled, unless it arrived.
    .set({
      status: outcome === 'delivered' ? outcome : sql`case when status = 'waiting' then ${outcome} else status end`,
    })
    .$if(outcome === 'delivered', (query) => query.set({ delivered_at: now }))
    .$if(dueAt !== null, (query) => query.set({ due_at: dueAt ?? now }))
    .where('id', '=', id)
    .where('claimed_until', '=', claimedUntil)
    .returning('status')
    .executeTakeFirst()
  return row?.status === outcome
}

export async function hasDeliveredSince(trx: Trx, webhookId: string, since: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .where('delivered_at', '>=', since)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Cancels waiting deliveries that have been due for more than a day and that no sender holds. Deliveries of companies
 * that are deactivated, removed or unpaid are never claimed. Returns how many.
 */
export async function cancelAbandoned(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries set status = 'canceled'
    where status = 'waiting' and due_at < now() - interval '1 day' and (claimed_until is null or claimed_until < now())`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

/** `w` is the webhook. Returns how many. */
async function deleteDeliveriesWhere(db: Db, condition: RawBuilder<boolean>, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries where id in (
      select d.id from webhook_deliveries d join webhooks w on w.id = d.webhook_id where ${condition} limit ${limit}
    )`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes deliveries of a deleted webhook. Returns how many. */
export const deleteDeliveriesOfWebhook = (db: Db, webhookId: string, limit: number): Promise<number> =>
  deleteDeliveriesWhere(db, sql<boolean>`w.id = ${webhookId} and w.deleted_at is not null`, limit)

/** Returns how many. */
export const deleteDeliveriesOfCompany = (db: Db, companyId: string, limit: number): Promise<number> =>
  deleteDeliveriesWhere(db, sql<boolean>`w.company_id = ${companyId}`, limit)

/** Returns how many. */
export async function deleteOldDeliveries(db: Db, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries
      where status <> 'waiting' and created_at < now() - make_interval(days => ${days}) order by created_at limit ${limit}
    )`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
