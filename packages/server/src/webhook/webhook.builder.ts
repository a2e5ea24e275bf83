/** Test data of the webhook feature. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import { webhookEvents, type WebhookEvent } from '@knowreel/shared/webhook/webhook-events.ts'
import { testSecret } from '../../test/server.ts'
import { deriveKey, seal } from '../platform/crypto/sealed-box.ts'
import type { Db } from '../platform/database/db.ts'
import { createSecret } from './delivery/message.ts'

export const sealingKey = deriveKey(testSecret, 'webhook secret')

type WebhookInput = {
  company: { id: string }
  url?: string
  events?: readonly WebhookEvent[]
  isActive?: boolean
}

/** With one delivery that failed. */
export async function buildWebhook(
  db: Db,
  { company, url = 'https://9.9.9.9/hooks', events = webhookEvents, isActive = false }: WebhookInput,
): Promise<{ id: string; secret: string; deliveryId: string }> {
  const id = newId()
  const secret = createSecret()
  await db
    .insertInto('webhooks')
    .values({
      id,
      company_id: company.id,
      url,
      events: [...events],
      is_active: isActive,
      secret: seal(sealingKey, id, Buffer.from(secret)),
    })
    .execute()
  const deliveryId = newId()
  await db
    .insertInto('webhook_deliveries')
    .values({
      id: deliveryId,
      webhook_id: id,
      type: 'member.left',
      facts: JSON.stringify({ member: { id: newId(), name: 'Noor Haddad', role: 'user' } }),
      status: 'failed',
      attempts: 9,
      response_status: 503,
      last_attempt_at: new Date(),
    })
    .execute()
  return { id, secret, deliveryId }
}
