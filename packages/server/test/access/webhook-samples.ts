/** Sample requests of the webhook feature, for world.ts. */
import type { Subjects } from './subjects.ts'

type Things = Pick<Subjects, 'webhook'>

// A public address that no test connects to.
const body = { url: 'https://9.9.9.9/hooks', events: ['article.published'], isActive: true }
const ofWebhook = ({ webhook }: Things) => ({ params: { id: webhook.id } })

export const webhookSamples = {
  'webhook.create': () => ({ body }),
  'webhook.deliveries': ofWebhook,
  'webhook.get': ofWebhook,
  'webhook.list': () => ({}),
  'webhook.remove': ofWebhook,
  'webhook.rotateSecret': ofWebhook,
  'webhook.save': ({ webhook }: Things) => ({ params: { id: webhook.id }, body: { ...body, isActive: false } }),
  'webhook.secret': ofWebhook,
  'webhook.sendAgain': ({ webhook }: Things) => ({ params: { id: webhook.id, deliveryId: webhook.deliveryId } }),
  'webhook.sendTest': ofWebhook,
}
