import type { WebhookEvent } from '@knowreel/shared/webhook/webhook-events.ts'
import { sql, type Selectable } from 'kysely'
import type { Db, Trx } from '../platform/database/db.ts'
import type { WebhookDeliveriesTable, WebhooksTable } from './webhook.tables.ts'

type LastDelivery = Selectable<WebhookDeliveriesTable>
export type WebhookRow = Selectable<WebhooksTable> & {
  last_status: LastDelivery['status'] | null
  last_attempted_at: LastDelivery['last_attempt_at']
  last_response_status: LastDelivery['response_status']
  last_error: LastDelivery['error']
}

/** Webhooks that are not deleted, each with its newest delivery. */
const selectWebhooks = (db: Db) =>
  db
    .selectFrom('webhooks as w')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('webhook_deliveries as d')
          .whereRef('d.webhook_id', '=', 'w.id')
          .select([
            'd.status as last_status',
            'd.last_attempt_at as last_attempted_at',
            'd.response_status as last_response_status',
            'd.error as last_error',
          ])
          .orderBy('d.created_at', 'desc')
          .orderBy('d.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .where('w.deleted_at', 'is', null)
    .selectAll('w')
    .select(['last.last_status', 'last.last_attempted_at', 'last.last_response_status', 'last.last_error'])

export const listWebhooks = (db: Db, companyId: string): Promise<WebhookRow[]> =>
  selectWebhooks(db).where('w.company_id', '=', companyId).orderBy('w.created_at').orderBy('w.id').execute()

type WebhookId = { readonly companyId: string; readonly id: string }

export async function findWebhook(db: Db, { companyId, id }: WebhookId): Promise<WebhookRow | null> {
  const row = await selectWebhooks(db).where('w.company_id', '=', companyId).where('w.id', '=', id).executeTakeFirst()
  return row ?? null
}

export async function countWebhooks(db: Db, companyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type SavedWebhook = { readonly url: string; readonly events: WebhookEvent[]; readonly isActive: boolean }

export async function insertWebhook(
  trx: Trx,
  { id, companyId, secret, url, events, isActive }: SavedWebhook & WebhookId & { readonly secret: Buffer },
): Promise<void> {
  await trx
    .insertInto('webhooks')
    .values({ id, company_id: companyId, url, events, is_active: isActive, secret })
    .execute()
}

export async function updateWebhook(trx: Trx, id: string, { url, events, isActive }: SavedWebhook): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ url, events, is_active: isActive, updated_at: sql`now()` })
    .$if(isActive, (query) => query.set({ disabled_reason: null }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

/** The first secret of a webhook that is rotated several times is replaced by the last one before. */
export async function rotateSecret(trx: Trx, id: string, secret: Buffer, formerUntil: Date): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ secret, former_secret: sql`secret`, former_secret_until: formerUntil, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Locks it; null if it is gone or already off. */
export async function turnOffWebhook(
  trx: Trx,
  id: string,
  reason: NonNullable<WebhookRow['disabled_reason']>,
): Promise<{ companyId: string; url: string } | null> {
  const row = await trx
    .updateTable('webhooks')
    .set({ is_active: false, disabled_reason: reason, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('is_active', '=', true)
    .returning(['company_id as companyId', 'url'])
    .executeTakeFirst()
  return row ?? null
}

/** From now on it is not found and sends nothing. Its deliveries and its row are deleted later. */
export async function markWebhookDeleted(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ deleted_at: sql`now()`, is_active: false })
    .where('id', '=', id)
    .execute()
}

export async function deleteWebhookRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).where('deleted_at', 'is not', null).execute()
}

/** The people who manage the webhooks of a company. */
export const listManagerEmails = async (db: Db, companyId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('company_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.company_id', '=', companyId)
    .where('m.status', '=', 'active')
    .where('m.role', 'in', ['owner', 'admin'])
    .select('u.email')
    .orderBy('m.created_at')
    .limit(maxManagers)
    .execute()
  return rows.map(({ email }) => email)
}

const maxManagers = 50
