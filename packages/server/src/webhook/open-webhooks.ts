import type { Config } from '../platform/config/config.ts'
import { deriveKey } from '../platform/crypto/sealed-box.ts'
import type { DatabaseConnection } from '../platform/database/database.ts'
import type { Db } from '../platform/database/db.ts'
import { createGuardedFetch } from '../platform/fetch/index.ts'
import type { Feature } from '../platform/http/feature.ts'
import type { JobServices } from '../platform/jobs/index.ts'
import { openWebhookSender, type WebhookSender } from './delivery/webhook-sender.ts'
import { webhookRoutes } from './webhook.routes.ts'

type Dependencies = {
  readonly db: Db
  readonly jobs: JobServices['jobs']
  readonly publicAddress: () => string
  readonly connection: DatabaseConnection | { readonly url: string }
  readonly log: JobServices['log']
}

export type Webhooks = { readonly routes: Feature; readonly openSender: () => Promise<WebhookSender> }

export function openWebhooks(
  { secret, webhookHosts: allowedHosts = [] }: Pick<Config, 'secret'> & Partial<Pick<Config, 'webhookHosts'>>,
  given: Dependencies,
): Webhooks {
  const sealingKey = deriveKey(secret, 'webhook secret')
  const guarded = createGuardedFetch({ allowedHosts })
  return {
    routes: webhookRoutes({ ...given, sealingKey, guarded, allowedHosts }),
    openSender: () => openWebhookSender({ ...given, sealingKey, fetch: guarded.fetch }),
  }
}
