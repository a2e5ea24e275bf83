import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { webhookLimits } from '@knowreel/shared/webhook/webhook-events.ts'
import { lockCompany } from '../company/index.ts'
import { seal, unseal } from '../platform/crypto/sealed-box.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { requireAllowedAddress, type GuardedFetch } from '../platform/fetch/index.ts'
import { cancelWaiting } from './delivery/delivery.queries.ts'
import { createSecret } from './delivery/message.ts'
import {
  countWebhooks,
  findWebhook,
  insertWebhook,
  rotateSecret,
  updateWebhook,
  type SavedWebhook,
  type WebhookRow,
} from './webhook.queries.ts'

export type WebhookServices = {
  readonly db: Db
  readonly sealingKey: Buffer
  readonly guarded: Pick<GuardedFetch, 'check'>
  /** Hosts of the operator, which may also be reached without encryption. */
  readonly allowedHosts: readonly string[]
}

export async function createWebhook(services: WebhookServices, companyId: string, saved: SavedWebhook) {
  const { db, sealingKey } = services
  await checkAddress(services, saved.url)
  const id = newId()
  const secret = createSecret()
  const webhook = await runTransaction(db, async (trx) => {
    await lockCompany(trx, companyId)
    if ((await countWebhooks(trx, companyId)) >= webhookLimits.webhooks) throw new AppError('too_many_webhooks')
    await insertWebhook(trx, { id, companyId, secret: seal(sealingKey, id, Buffer.from(secret)), ...saved })
    return requireWebhook(await findWebhook(trx, { companyId, id }))
  })
  return { webhook, secret }
}

export async function saveWebhook(
  services: WebhookServices,
  row: WebhookRow,
  saved: SavedWebhook,
): Promise<WebhookRow> {
  if (saved.url !== row.url) await checkAddress(services, saved.url)
  return runTransaction(services.db, async (trx) => {
    await updateWebhook(trx, row.id, saved)
    if (!saved.isActive) await cancelWaiting(trx, row.id)
    return requireWebhook(await findWebhook(trx, { companyId: row.company_id, id: row.id }))
  })
}

export const readSecret = ({ sealingKey }: WebhookServices, { id, secret }: WebhookRow): string =>
  unseal(sealingKey, id, secret).toString()

export async function makeNewSecret({ db, sealingKey }: WebhookServices, { id, company_id: companyId }: WebhookRow) {
  const secret = createSecret()
  const formerUntil = new Date(Date.now() + webhookLimits.rotationHours * 3_600_000)
  const webhook = await runTransaction(db, async (trx) => {
    await rotateSecret(trx, id, seal(sealingKey, id, Buffer.from(secret)), formerUntil)
    return requireWebhook(await findWebhook(trx, { companyId, id }))
  })
  return { webhook, secret }
}

/** It may have been deleted in the meantime. */
function requireWebhook(row: WebhookRow | null): WebhookRow {
  if (row === null) throw new AppError('not_found')
  return row
}

async function checkAddress(
  { guarded, allowedHosts }: Pick<WebhookServices, 'guarded' | 'allowedHosts'>,
  address: string,
): Promise<void> {
  const { protocol, host, hostname } = new URL(address)
  const isListed = allowedHosts.some((allowed) => [host, hostname].includes(allowed.toLowerCase()))
  if (protocol !== 'https:' && !isListed) throw new AppError('webhook_address_refused')
  await requireAllowedAddress(guarded, address, 'webhook_address_refused')
}
