/**
 * Sends deliveries until it is closed, beginning with those that are due. It is woken by the NOTIFY of the triggers,
 * and finds retries and lost notifications itself.
 */
import type { BaseLogger } from 'pino'
import type { DatabaseConnection } from '../../platform/database/database.ts'
import { listenLive } from '../../platform/database/live-events.ts'
import { claimDue, sendDelivery, type SendServices } from './send-deliveries.ts'

export type WebhookSender = { close(): Promise<void> }

type SenderOptions = SendServices & {
  readonly connection: DatabaseConnection | { readonly url: string }
  readonly log: Pick<BaseLogger, 'warn' | 'error'>
  readonly sweepMs?: number
}

const maxParallel = 64

export async function openWebhookSender({
  connection,
  log,
  sweepMs = 5000,
  ...services
}: SenderOptions): Promise<WebhookSender> {
  const running = new Set<Promise<void>>()
  let isClosed = false
  let claiming: Promise<void> | null = null
  let isWanted = false

  async function claim(): Promise<void> {
    while (isWanted && !isClosed) {
      isWanted = false
      const free = maxParallel - running.size
      if (free <= 0) return
      for (const delivery of await claimDue(services, free)) {
        const sending = sendDelivery(services, delivery)
          .catch((error: unknown) => log.error({ err: error, deliveryId: delivery.id }, 'A webhook delivery broke'))
          .then(() => {
            running.delete(sending)
            wake()
          })
        running.add(sending)
      }
    }
  }

  function wake(): void {
    isWanted = true
    if (isClosed || claiming !== null) return
    claiming = claim()
      .catch((error: unknown) => {
        if (!isClosed) log.error({ err: error }, 'Webhook deliveries could not be claimed; it is tried again')
      })
      .finally(() => (claiming = null))
  }

  const listener = await listenLive({ connection, log, channel: 'knowreel_webhooks', onEvent: wake, onGap: wake })
  const sweeps = setInterval(wake, sweepMs)
  sweeps.unref()
  wake()
  return {
    async close() {
      isClosed = true
      clearInterval(sweeps)
      await listener.close()
      await claiming
      await Promise.all(running)
    },
  }
}
