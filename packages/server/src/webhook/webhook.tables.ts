import type { WebhookEvent, testEvent } from '@knowreel/shared/webhook/webhook-events.ts'
import type { DeliveryError, DeliveryStatus, Webhook } from '@knowreel/shared/webhook/webhook.calls.ts'
import type { ColumnType, Generated } from 'kysely'
import type { DeliveryFacts } from './delivery/message.ts'

export type WebhooksTable = {
  id: string
  company_id: string
  url: string
  events: WebhookEvent[]
  is_active: Generated<boolean>
  disabled_reason: Webhook['disabledReason']
  /** Sealed. */
  secret: Buffer
  former_secret: Buffer | null
  former_secret_until: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  deleted_at: Date | null
}

export type WebhookDeliveriesTable = {
  id: Generated<string>
  webhook_id: string
  type: WebhookEvent | typeof testEvent
  /** Written as JSON text. */
  facts: ColumnType<DeliveryFacts, string, never>
  status: Generated<DeliveryStatus>
  is_manual: Generated<boolean>
  attempts: Generated<number>
  due_at: Generated<Date>
  claimed_until: Date | null
  last_attempt_at: Date | null
  duration_ms: number | null
  response_status: number | null
  response_body: string | null
  error: DeliveryError | null
  delivered_at: Date | null
  created_at: Generated<Date>
}

declare module '../platform/database/db.ts' {
  interface Tables {
    webhooks: WebhooksTable
    webhook_deliveries: WebhookDeliveriesTable
  }
}
